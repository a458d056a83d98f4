import { computed, effect, signal } from "@preact/signals";
import type { Map as MapLibreMap } from "maplibre-gl";
import {
  type BehaviorConfig,
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawModeUndoRedo,
  type TerraDrawMouseEvent,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
} from "terra-draw";
import { boundsOf, type Shape } from "../geo/area.ts";
import { cutOut } from "../geo/cut.ts";
import { movedEast, movedTogether } from "../geo/meridian.ts";
import { draft, previewShapes, redoShapes, setShapes, undoShapes } from "../state/draft.ts";
import { ZONES } from "./palette.ts";
import { measureChanged, pointerMeasure } from "./pointer-measure.ts";
import { DEGREE_DECIMALS, featuresOf, holeKeeper, newHoleIn, shapesIn } from "./rings.ts";
import { circleKeeper } from "./round-circles.ts";
import { TurnedAdapter } from "./turned-adapter.ts";

/** Returns the size of a ring's bounding box in square degrees. */
function sizeOf({ geometry }: GeoJSONStoreFeatures): number {
  const bounds = geometry.type === "Polygon" && boundsOf([geometry]);
  return bounds ? (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]) : 0;
}

/** Selects the smallest ring under the pointer: a hole before the area around it, an island before the hole. */
export class TopmostSelectMode extends TerraDrawSelectMode {
  override registerBehaviors(config: BehaviorConfig): void {
    const { store } = config;
    const search = store.search.bind(store);
    // terra-draw selects the last feature that it finds.
    store.search = (...given) => search(...given).toSorted((a, b) => sizeOf(b) - sizeOf(a));
    super.registerBehaviors(config);
  }
}

/** Ends a circle at the second tap of a finger, too: terra-draw measures it only when a pointer has moved there. */
class TappedCircleMode extends TerraDrawCircleMode {
  override onClick(event: TerraDrawMouseEvent): void {
    this.onMouseMove(event);
    super.onClick(event);
  }
}

/** What the pointer does: nothing while the draft is being checked. */
export type Tool = "polygon" | "rectangle" | "circle" | "hole" | "select" | "static";
export const tool = signal<Tool>("polygon");
/** True while a shape is unfinished. */
export const isDrawing = signal(false);
/** The shape or hole that is selected. */
export const selected = signal<string | number>();

const RED = ZONES.ONE.colour as `#${string}`;
const WHITE = "#ffffff";

/** Leaves shapes with holes unfilled: terra-draw would fill the holes too. */
const fillOpacity = ({ properties }: GeoJSONStoreFeatures) => (properties.hasHoles ? 0 : 0.1);

/** Returns a shape whose longitudes count from a meridian. */
function fromMeridian({ kind, coordinates }: Shape, meridian: number): Shape {
  const [rings = []] = movedTogether([coordinates.map((ring) => movedEast(ring, -meridian))]);
  return { kind, coordinates: rings };
}

function makeDraw(adapter: TurnedAdapter): TerraDraw {
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
    adapter,
    undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
    modes: [
      new TerraDrawPolygonMode({ ...points, ...ring }),
      new TappedCircleMode({ styles: outline, segments: 64 }),
      new TerraDrawRectangleMode({ styles: outline }),
      new TerraDrawPolygonMode({ modeName: "hole", ...points, ...ring }),
      new TopmostSelectMode({
        ...points,
        flags: {
          polygon: byCorners,
          rectangle: byCorners,
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

/** A running drawing on the map. */
export interface Drawing {
  /** Removes the last corner of an unfinished shape; without one, undoes the last step. */
  undo(): void;
  redo(): void;
  /** Removes the selected shape or hole. */
  remove(): void;
  stop(): void;
}

/** Lets the pointer draw and edit the draft's shapes. Also shows shapes from elsewhere, such as a dropped file. */
export function startDrawing(map: MapLibreMap): Drawing {
  const adapter = new TurnedAdapter({ map, coordinatePrecision: DEGREE_DECIMALS });
  const draw = makeDraw(adapter);
  // The map and the draft follow each other. These flags stop either from reacting to its own change.
  let isWritingDraft = false;
  let isWritingMap = false;
  draw.start();
  tool.value = draft.peek().shapes.length > 0 ? "select" : "polygon";

  // Shapes that terra-draw refuses, such as invalid rings. They belong to the draft, but cannot be edited.
  let refused: Shape[] = [];
  const holes = holeKeeper(draw);
  const circles = circleKeeper(draw);

  const changeMap = (act: () => void) => {
    isWritingMap = true;
    try {
      act();
    } finally {
      isWritingMap = false;
    }
  };
  const allShapes = () => {
    const features = draw.getSnapshot();
    const drawn = shapesIn(features);
    const hole = newHoleIn(features);
    const left = hole ? cutOut(drawn, [hole]) : drawn;
    return [...refused, ...left.map((shape) => fromMeridian(shape, -adapter.meridian))];
  };
  const add = (shape: Shape, part: number) => {
    const added = draw.addFeatures(featuresOf(fromMeridian(shape, adapter.meridian), part));
    if (added.every(({ valid }) => valid)) return;
    draw.removeFeatures(added.flatMap(({ id, valid }) => (valid && id ? [id] : [])));
    refused.push(shape);
  };
  const saveShapes = () => {
    isWritingDraft = true;
    setShapes(allShapes());
    isWritingDraft = false;
    isDrawing.value = false;
  };

  draw.on("change", (ids, type, context) => {
    if (isWritingMap || type === "styling") return;
    changeMap(holes.follow);
    isDrawing.value = draw.getModeState() === "drawing";
    if (context?.target !== "properties") measureChanged(draw, ids, isDrawing.peek());
    if (type === "delete" && !draw.hasFeature(selected.peek() ?? "")) selected.value = undefined;
    if (type === "delete" && !isDrawing.value && draw.getMode() === "select") saveShapes();
    else previewShapes(allShapes());
  });
  draw.on("select", (id) => {
    selected.value = id;
  });
  draw.on("deselect", () => {
    selected.value = undefined;
  });
  draw.on("finish", (id, { action }) => {
    changeMap(() => circles.roundCircle(id, action));
    saveShapes();
    pointerMeasure.value = [];
    if (action !== "draw") return;
    // From now on, the hole is a ring of its shape.
    if (tool.peek() === "hole") showShapes(draft.peek().shapes);
    tool.value = "select";
    // Selects the new shape, so that its corners can be moved at once.
    if (draw.hasFeature(id)) draw.selectFeature(id);
  });

  const followTool = effect(() => {
    if (draw.getMode() !== tool.value) draw.setMode(tool.value);
  });
  // Follows only the draft's shapes: a changed text must not clear the selection.
  const shapes = computed(() => draft.value.shapes);
  const showShapes = (shapesToShow: Shape[]) =>
    changeMap(() => {
      draw.clear();
      selected.value = undefined;
      isDrawing.value = false;
      pointerMeasure.value = [];
      refused = [];
      shapesToShow.forEach(add);
      holes.remember();
      circles.remember();
    });
  const followDraft = effect(() => {
    const draftShapes = shapes.value;
    if (!isWritingDraft) showShapes(draftShapes);
  });

  // Terra-draw's longitudes count from the 180th meridian while the map shows that half of the world.
  const followMap = () => {
    const meridian = Math.abs(map.getCenter().lng) > 90 ? 180 : 0;
    if (meridian === adapter.meridian || draw.getModeState() === "drawing") return;
    adapter.meridian = meridian;
    showShapes(shapes.peek());
  };
  followMap();
  const following = map.on("moveend", followMap);

  return {
    undo() {
      if (draw.getModeState() === "drawing" && draw.canUndo()) draw.undo();
      else undoShapes();
    },
    redo() {
      if (draw.getModeState() === "drawing" && draw.canRedo()) draw.redo();
      else redoShapes();
    },
    remove() {
      const id = selected.peek();
      if (id !== undefined) draw.removeFeatures([id]);
    },
    stop() {
      followTool();
      followDraft();
      following.unsubscribe();
      selected.value = undefined;
      isDrawing.value = false;
      pointerMeasure.value = [];
      draw.stop();
    },
  };
}
