import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useRef, useState } from "preact/hooks";
import { ZoneLegend } from "../components/zone-legend.tsx";
import { type Area, boundsOf } from "../geo/area.ts";
import { lengthOf } from "../geo/measure.ts";
import { barOf, metres } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import { lastingZones } from "./lasting-layers.ts";
import { setVisible } from "./overlay.ts";
import { showAreas } from "./show-areas.ts";
import { sharedMap } from "./the-map.ts";

/** The width of the picture, and the free space around the areas, in pixels. */
const WIDTH = 640;
const MARGIN = 20;
/** The time after which the picture is taken although the map still changes, as people move. */
const IDLE_TIMEOUT_MS = 2000;

/** The handles of what is being drawn, which the picture does not show. */
const HANDLES = ["td-point"];

/**
 * Copies the part of the map with the areas. The map's canvas is readable only while the map draws. Returns the width of
 * that part, in metres.
 */
function copy(map: MapLibreMap, areas: Area[], picture: HTMLCanvasElement): number {
  const bounds = boundsOf(areas);
  if (!bounds) return 0;
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
  const middle = (bounds[1] + bounds[3]) / 2;
  const across = lengthOf([
    [bounds[0], middle],
    [bounds[2], middle],
  ]);
  return (across * width) / scale / (northEast.x - southWest.x);
}

/** A bar of a round length, and the length. */
function Scale({ across }: { across: number }) {
  const bar = barOf(across / 4);
  return (
    <span class="picture-scale" style={{ width: `${(100 * bar) / across}%` }}>
      {metres(bar)}
    </span>
  );
}

/**
 * Shows the zones in the middle of the map, and a picture of that part with its scale and a legend. Without a map, the
 * picture is empty.
 */
export function MapPicture({ areas }: { areas: Area[] }) {
  const picture = useRef<HTMLCanvasElement>(null);
  /** The width of the picture in metres; undefined until it is taken. */
  const [across, setAcross] = useState<number>();
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    async function take(): Promise<void> {
      await showAreas(areas);
      const map = await sharedMap();
      if (signal.aborted) return;
      setVisible(map, HANDLES, false);
      const copyNow = () => {
        if (picture.current) setAcross(copy(map, areas, picture.current));
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
        setVisible(map, HANDLES, true);
      });
      map.triggerRepaint();
    }
    take().catch(console.error);
    return () => ending.abort();
  }, []);
  return (
    <figure class="map-picture">
      <canvas
        ref={picture}
        role="img"
        aria-label={t("The map with the alert's zones")}
        aria-busy={across === undefined}
      />
      {across ? <Scale across={across} /> : null}
      <figcaption class="hint">
        <ZoneLegend />
        {lastingZones.value.length > 0 && t("Violet: other active alerts.")}
      </figcaption>
    </figure>
  );
}
