import { computed, effect, signal } from "@preact/signals";
import type { Map as MapLibreMap } from "maplibre-gl";
import {
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from "terra-draw";
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";
import type { Shape } from "../geo/area.ts";
import { draft, holdShapes, redoShapes, setShapes, undoShapes } from "../state/draft.ts";
import { ZONES } from "./palette.ts";

/** What the pointer does. */
export type Tool = "polygon" | "circle" | "select";
export const tool = signal<Tool>("polygon");
/** Whether a shape is begun and not finished. */
export const isDrawing = signal(false);

/** Decimals of degrees: a centimetre. */
const PRECISION = 9;
const RED = ZONES.ONE.colour as `#${string}`;
const WHITE = "#ffffff";

/** Only simple rings can be edited by hand; areas with holes are shown and counted as they were pasted. */
const isEditable = ({ coordinates }: Shape) => coordinates.length === 1;

function makeDraw(map: MapLibreMap): TerraDraw {
  const outline = { fillColor: RED, fillOpacity: 0.1, outlineColor: RED, outlineWidth: 3 } as const;
  const points = { pointerDistance: 24 };
  return new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: PRECISION }),
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
    modes: [
      new TerraDrawPolygonMode({ ...points, styles: outline, showCoordinatePoints: true }),
      new TerraDrawCircleMode({ styles: outline, segments: 64 }),
      new TerraDrawSelectMode({
        ...points,
        flags: {
          polygon: {
            feature: {
              draggable: true,
              coordinates: { midpoints: { draggable: true }, draggable: true, deletable: true },
            },
          },
          circle: { feature: { draggable: true, coordinates: { resizable: "center-fixed" } } },
        },
        styles: {
          selectedPolygonColor: RED,
          selectedPolygonFillOpacity: 0.1,
          selectedPolygonOutlineColor: RED,
          selectedPolygonOutlineWidth: 3,
          selectionPointColor: WHITE,
          selectionPointOutlineColor: RED,
          selectionPointOutlineWidth: 3,
          selectionPointWidth: 7,
          midPointColor: RED,
          midPointOutlineColor: WHITE,
          midPointOutlineWidth: 2,
          midPointWidth: 5,
        },
      }),
    ],
  });
}

const round = (degrees: number) => Number(degrees.toFixed(PRECISION));

function toFeature({ kind, coordinates }: Shape): GeoJSONStoreFeatures {
  const rings = coordinates.map((ring) => ring.map(([x, y]) => [round(x ?? 0), round(y ?? 0)]));
  return {
    type: "Feature",
    properties: { mode: kind },
    geometry: { type: "Polygon", coordinates: rings },
  };
}

function shapesIn(draw: TerraDraw): Shape[] {
  return draw.getSnapshot().flatMap(({ geometry, properties }): Shape[] => {
    const { mode } = properties;
    if (geometry.type !== "Polygon" || (mode !== "polygon" && mode !== "circle")) return [];
    return [{ kind: mode, coordinates: geometry.coordinates }];
  });
}

/** A drawing at work on the map. */
export interface Drawing {
  /** Takes back the last corner of what is being drawn, or else the last step. */
  undo(): void;
  redo(): void;
  stop(): void;
}

/** Lets the pointer draw and edit the draft's shapes on the map, and shows those that come by other ways. */
export function startDrawing(map: MapLibreMap): Drawing {
  const draw = makeDraw(map);
  // Either follows the other, and must not answer itself.
  let isOurs = false;
  let isTheirs = false;
  draw.start();
  tool.value = draft.peek().shapes.length > 0 ? "select" : "polygon";

  const fixed = () => draft.peek().shapes.filter((shape) => !isEditable(shape));
  const all = () => [...fixed(), ...shapesIn(draw)];
  const keep = () => {
    isOurs = true;
    setShapes(all());
    isOurs = false;
    isDrawing.value = false;
  };

  draw.on("change", (_ids, type) => {
    if (isTheirs || type === "styling") return;
    isDrawing.value = draw.getModeState() === "drawing";
    if (type === "delete" && !isDrawing.value && draw.getMode() === "select") keep();
    else holdShapes(all());
  });
  draw.on("finish", (id, { action }) => {
    keep();
    if (action !== "draw") return;
    tool.value = "select";
    // Its corners can be moved at once.
    if (draw.hasFeature(id)) draw.selectFeature(id);
  });

  const followTool = effect(() => {
    if (draw.getMode() !== tool.value) draw.setMode(tool.value);
  });
  // Of the draft, only the shapes: a text that changes must not let go of what is selected.
  const shapes = computed(() => draft.value.shapes);
  const followDraft = effect(() => {
    const features = shapes.value.filter(isEditable).map(toFeature);
    if (isOurs) return;
    isTheirs = true;
    draw.clear();
    draw.addFeatures(features);
    isTheirs = false;
  });

  return {
    undo() {
      if (draw.getModeState() === "drawing" && draw.canUndo()) draw.undo();
      else undoShapes();
    },
    redo() {
      if (draw.getModeState() === "drawing" && draw.canRedo()) draw.redo();
      else redoShapes();
    },
    stop() {
      followTool();
      followDraft();
      isDrawing.value = false;
      draw.stop();
    },
  };
}
