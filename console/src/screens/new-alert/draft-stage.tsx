import { useComputed, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadHostSettings } from "../../api/load-host-settings.ts";
import { DrawingTools } from "../../components/drawing-tools.tsx";
import { Panel } from "../../components/panel.tsx";
import { PlaceSearch } from "../../components/place-search.tsx";
import { PointerLabel } from "../../components/pointer-label.tsx";
import { withoutMeridianCut } from "../../geo/area.ts";
import { zonesAround } from "../../geo/zones.ts";
import { authorityAreas } from "../../map/authority-layers.ts";
import { type Drawing, startDrawing, tool } from "../../map/drawing.ts";
import { lastingZones } from "../../map/lasting-layers.ts";
import { MapView } from "../../map/map-view.tsx";
import { showAreas } from "../../map/show-areas.ts";
import { showDraft } from "../../map/show-draft.ts";
import { sharedMap } from "../../map/the-map.ts";
import { draftZones } from "../../map/zone-layers.ts";
import { activeAlerts, followAlerts, zonesOf } from "../../state/alert-list.ts";
import { authorityArea } from "../../state/authority-list.ts";
import { distancesOf } from "../../state/distances.ts";
import { draft, draftArea, draftCrossings } from "../../state/draft.ts";
import { followPositions } from "../../state/positions.ts";
import { followReach } from "../../state/reach.ts";
import { mine } from "../../state/rights.ts";
import { markOf } from "../../words/alert-words.ts";
import { t } from "../../words/translate.ts";
import { dropArea } from "./drop-area.ts";

/** Shows the zones of active alerts, except for the alert that the draft updates. */
export function useLastingAlerts(): void {
  useEffect(() => {
    const stop = followAlerts();
    return () => {
      stop();
      lastingZones.value = [];
    };
  }, []);
  const others = useComputed(() => {
    const { alertId } = draft.value;
    return activeAlerts.value.filter(({ id }) => id !== alertId);
  });
  // Drawn again only when an alert starts, ends or changes.
  const versions = useComputed(() =>
    others.value.map(({ id, version }) => `${id} ${version}`).join(),
  );
  useSignalEffect(() => {
    void versions.value;
    lastingZones.value = others.peek().flatMap(zonesOf);
  });
}

/** Runs the drawing on the map while the screen is open. */
function useDrawing(): Drawing | undefined {
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    let isGone = false;
    let started: Drawing | undefined;
    sharedMap().then((map) => {
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

/** Shows the three zones of the drawn area. */
function useZones(): void {
  // Separate signals, so that the zones are not computed again when a text changes.
  const level2 = useComputed(() => distancesOf(draft.value)[0]);
  const level3 = useComputed(() => distancesOf(draft.value)[1]);
  const status = useComputed(() => draft.value.status);
  useSignalEffect(() => {
    const area = draftArea.value;
    // The zones of an outline that crosses itself would mislead.
    const isClear = area && draftCrossings.value.length === 0;
    const zones = isClear ? zonesAround(area, level2.value, level3.value) : [];
    const mark = markOf(status.value);
    for (const { properties } of zones) properties.mark = mark;
    draftZones.value = zones;
  });
  useEffect(
    () => () => {
      draftZones.value = [];
    },
    [],
  );
}

/** Handles Ctrl+Z and Ctrl+Shift+Z, except in text fields, which have their own undo. */
function useUndoKeys(drawing: Drawing | undefined): void {
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
}

/** Shows where an authority may warn, and moves the map there if nothing is drawn. */
function useAuthorityArea(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    let isGone = false;
    authorityArea(id).then((found) => {
      if (isGone || !found) return;
      const geometry = withoutMeridianCut(found);
      authorityAreas.value = [{ type: "Feature", properties: {}, geometry }];
      if (draft.peek().shapes.length === 0) void showAreas([geometry]);
    }, console.warn);
    return () => {
      isGone = true;
      authorityAreas.value = [];
    };
  }, [id]);
}

/** Shows the map with the drawing tools and where an authority may warn, and a panel. */
export function AreaStage(props: {
  label: string;
  mapLabel: string;
  authorityId: number | undefined;
  children: ComponentChildren;
}) {
  const drawing = useDrawing();
  useUndoKeys(drawing);
  useAuthorityArea(props.authorityId);
  return (
    <main class="stage" onDragOver={(event) => event.preventDefault()} onDrop={dropArea}>
      {tool.value !== "static" && (
        <MapView label={props.mapLabel}>
          <PlaceSearch />
          <DrawingTools drawing={drawing} />
          <PointerLabel />
        </MapView>
      )}
      <Panel label={props.label}>{props.children}</Panel>
    </main>
  );
}

/** The stage of an alert's draft. */
export function DraftStage({ label, children }: { label: string; children: ComponentChildren }) {
  useZones();
  useLastingAlerts();
  useEffect(() => void loadHostSettings(), []);
  useEffect(followReach, []);
  useEffect(followPositions, []);
  return (
    <AreaStage
      label={label}
      mapLabel={t("The alert's area. Arrow keys move the map, plus and minus zoom.")}
      authorityId={draft.value.authorityId ?? mine("AUTHOR")[0]?.id}
    >
      {children}
    </AreaStage>
  );
}
