import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Area, boundsOf } from "../geo/area.ts";
import { t } from "../words/translate.ts";
import { showAreas } from "./show-areas.ts";
import { sharedMap } from "./the-map.ts";

/** The width of the picture, and the free space around the areas, in pixels. */
const WIDTH = 640;
const MARGIN = 20;
/** The time after which the picture is taken although the map still changes, as people move. */
const IDLE_TIMEOUT_MS = 2000;

/** Copies the part of the map with the areas. The map's canvas is readable only while the map draws. */
function copy(map: MapLibreMap, areas: Area[], picture: HTMLCanvasElement): void {
  const bounds = boundsOf(areas);
  if (!bounds) return;
  const canvas = map.getCanvas();
  const scale = canvas.width / canvas.clientWidth;
  const southWest = map.project([bounds[0], bounds[1]]);
  const northEast = map.project([bounds[2], bounds[3]]);
  const left = Math.max(0, southWest.x - MARGIN) * scale;
  const top = Math.max(0, northEast.y - MARGIN) * scale;
  const width = Math.min(canvas.width, (northEast.x + MARGIN) * scale) - left;
  const height = Math.min(canvas.height, (southWest.y + MARGIN) * scale) - top;
  picture.width = WIDTH;
  picture.height = Math.round((WIDTH * height) / width);
  const context = picture.getContext("2d");
  context?.drawImage(canvas, left, top, width, height, 0, 0, WIDTH, picture.height);
}

/** Shows the areas in the middle of the map, and a picture of that part. Without a map, the picture is empty. */
export function MapPicture({ areas }: { areas: Area[] }) {
  const picture = useRef<HTMLCanvasElement>(null);
  const [isTaken, setTaken] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    async function take(): Promise<void> {
      await showAreas(areas);
      const map = await sharedMap();
      if (signal.aborted) return;
      const copyNow = () => {
        if (picture.current) copy(map, areas, picture.current);
        setTaken(true);
      };
      // Copies whenever the map is fully drawn, which may never happen while people move.
      map.on("idle", copyNow);
      const timer = setTimeout(() => {
        map.once("render", copyNow);
        map.triggerRepaint();
      }, IDLE_TIMEOUT_MS);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        map.off("idle", copyNow);
        map.off("render", copyNow);
      });
      map.triggerRepaint();
    }
    take().catch(console.error);
    return () => ending.abort();
  }, []);
  return (
    <canvas
      ref={picture}
      class="map-picture"
      role="img"
      aria-label={t("The map with the alert's zones")}
      aria-busy={!isTaken}
    />
  );
}
