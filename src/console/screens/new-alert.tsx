import { useSignalEffect } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { zonesAround } from "../geo/zones.ts";
import { type Drawing, startDrawing } from "../map/drawing.ts";
import { MapView } from "../map/map-view.tsx";
import { showDraft } from "../map/show.ts";
import { theMap } from "../map/the-map.ts";
import { draftZones } from "../map/zone-layers.ts";
import { DrawingTools } from "../parts/drawing-tools.tsx";
import { Panel } from "../parts/panel.tsx";
import { PlaceSearch } from "../parts/place-search.tsx";
import { draft, draftArea } from "../state/draft.ts";
import { AlertTexts } from "./new-alert/alert-texts.tsx";
import { AlertZones } from "./new-alert/alert-zones.tsx";
import { dropArea } from "./new-alert/drop-area.ts";
import { Publish } from "./new-alert/publish.tsx";

/** Puts the drawing on the map as long as the screen is there. */
function useDrawing(): Drawing | undefined {
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    let isGone = false;
    let started: Drawing | undefined;
    theMap().then((map) => {
      if (isGone) return;
      started = startDrawing(map);
      setDrawing(started);
      void showDraft(draft.peek());
    }, console.error);
    return () => {
      isGone = true;
      started?.stop();
    };
  }, []);
  return drawing;
}

/** From a drawn area and three texts to a published alert. */
export function NewAlertScreen() {
  const drawing = useDrawing();
  useSignalEffect(() => {
    const { level2Distance, level3Distance } = draft.value;
    const area = draftArea.value;
    draftZones.value = area ? zonesAround(area, level2Distance, level3Distance) : [];
  });
  useEffect(
    () => () => {
      draftZones.value = [];
    },
    [],
  );
  useEffect(() => {
    const undo = (event: KeyboardEvent) => {
      const isText = (event.target as Element).matches("input, textarea");
      if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      if (event.shiftKey) drawing?.redo();
      else drawing?.undo();
    };
    document.addEventListener("keydown", undo);
    return () => document.removeEventListener("keydown", undo);
  }, [drawing]);

  return (
    <main class="stage" onDragOver={(event) => event.preventDefault()} onDrop={dropArea}>
      <MapView label="The alert's area. Arrow keys move the map, plus and minus zoom.">
        <PlaceSearch />
        <DrawingTools drawing={drawing} />
      </MapView>
      <Panel label="What to publish">
        <h1>New alert</h1>
        <AlertZones />
        <AlertTexts />
        <Publish />
      </Panel>
    </main>
  );
}
