import { computed, effect, signal } from "@preact/signals";
import type { Map as MapLibreMap } from "maplibre-gl";
import {
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
} from "terra-draw";
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";
import type { Shape } from "../geo/area.ts";
import { draft, holdShapes, redoShapes, setShapes, undoShapes } from "../state/draft.ts";
import { holeKeeper } from "./hole-keeper.ts";
import { ZONES } from "./palette.ts";
import { featuresOf, PRECISION, shapesIn } from "./rings.ts";
import { TopmostSelectMode } from "./topmost-select-mode.ts";

/** What the pointer does. */
export type Tool = "polygon" | "circle" | "select";
export const tool = signal<Tool>("polygon");
/** Whether a shape is begun and not finished. */
export const isDrawing = signal(false);

const RED = ZONES.ONE.colour as `#${string}`;
const WHITE = "#ffffff";

/** What lies in a hole is not of the area. */
const fillOpacity = ({ properties }: GeoJSONStoreFeatures) => (properties.hasHoles ? 0 : 0.1);

function makeDraw(map: MapLibreMap): TerraDraw {
  const outline = { fillColor: RED, fillOpacity, outlineColor: RED, outlineWidth: 3 } as const;
  const corners = { coordinatePointColor: RED, coordinatePointOutlineColor: WHITE } as const;
  const ring = { styles: { ...outline, ...corners }, showCoordinatePoints: true };
  const points = { pointerDistance: 24 };
  const byCorners = {
    feature: {
      draggable: true,
      coordinates: { midpoints: { draggable: true }, draggable: true, deletable: true },
    },
  };
  return new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: PRECISION }),
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
    modes: [
      new TerraDrawPolygonMode({ ...points, ...ring }),
      new TerraDrawCircleMode({ styles: outline, segments: 64 }),
      new TerraDrawPolygonMode({ modeName: "hole", ...ring }),
      new TopmostSelectMode({
        ...points,
        flags: {
          polygon: byCorners,
          hole: byCorners,
          circle: { feature: { draggable: true, coordinates: { resizable: "center-fixed" } } },
        },
        styles: {
          selectedPolygonColor: RED,
          selectedPolygonFillOpacity: fillOpacity,
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

  // What terra-draw refuses, such as what is no ring: shown and counted as it came.
  let fixed: Shape[] = [];
  const holes = holeKeeper(draw);

  const quietly = (act: () => void) => {
    isTheirs = true;
    try {
      act();
    } finally {
      isTheirs = false;
    }
  };
  const all = () => [...fixed, ...shapesIn(draw.getSnapshot())];
  const add = (shape: Shape, part: number) => {
    const added = draw.addFeatures(featuresOf(shape, part));
    if (added.every(({ valid }) => valid)) return;
    draw.removeFeatures(added.flatMap(({ id, valid }) => (valid && id ? [id] : [])));
    fixed.push(shape);
  };
  const keep = () => {
    isOurs = true;
    setShapes(all());
    isOurs = false;
    isDrawing.value = false;
  };

  draw.on("change", (_ids, type) => {
    if (isTheirs || type === "styling") return;
    quietly(holes.follow);
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
    const now = shapes.value;
    if (isOurs) return;
    quietly(() => {
      draw.clear();
      fixed = [];
      now.forEach(add);
      holes.remember();
    });
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
