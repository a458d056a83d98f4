import "../helpers/document.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { FeatureCollection, Geometry, Point, Polygon, Position } from "geojson";
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";
import { wkt } from "../../../test/helpers/wkt.ts";
import type { Shape } from "../../src/geo/area.ts";
import { fakeMap } from "../helpers/fake-map.ts";
import { square } from "../helpers/square.ts";

const { startDrawing, tool, isDrawing, selected } = await import("../../src/map/drawing.ts");
const { addCrossingLayers } = await import("../../src/map/own-layers.ts");
const { TurnedAdapter } = await import("../../src/map/turned-adapter.ts");
const { pointerMeasure } = await import("../../src/map/pointer-measure.ts");
const { openAddress } = await import("../helpers/browser-state.ts");
const drafts = await import("../../src/state/draft.ts");
await import("../../src/geo/unite.ts");

const polygon = (...coordinates: Position[][]): Shape => ({ kind: "polygon", coordinates });
const shapes = () => drafts.draft.value.shapes;
/** Returns the sorted corners of each ring of a shape, in degrees rounded to tenths. */
const cornersOf = (shape: Shape | undefined) =>
  shape?.coordinates.map((ring) =>
    ring
      .slice(0, -1)
      .map((corner) => corner.map((degrees) => Math.round(degrees * 10) / 10 + 0).join())
      .toSorted()
      .join(" "),
  );
const drawn = () => shapes().map(cornersOf);
const expected = (...all: Shape[]) => all.map(cornersOf);

let map: ReturnType<typeof fakeMap>;
let drawing: ReturnType<typeof startDrawing> | undefined;
/** Begins to draw on a map that shows a longitude, in a draft with shapes. */
function begin(has: Shape[] = [], longitude = 0) {
  drafts.beginDraft({ shapes: has });
  map = fakeMap();
  map.moveTo(longitude);
  drawing = startDrawing(map.map);
  return drawing;
}
beforeEach(() => openAddress("#/new"));
afterEach(() => {
  drawing?.stop();
  drawing = undefined;
});

/** Waits until the map has drawn. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

const TRIANGLE = polygon(wkt("0 0, 2 0, 2 2, 0 0"));
const CORNERS = [
  [0, 0],
  [2, 0],
  [2, 2],
] as const;

test("an area is drawn corner by corner, is the draft's area before it is finished, and can be edited at once", () => {
  begin();
  expect(tool.value).toBe("polygon");
  map.click(...CORNERS);
  expect([isDrawing.value, pointerMeasure.value.length, shapes().length]).toEqual([true, 2, 0]);
  expect(drafts.draftArea.value?.type).toBe("Polygon");
  map.press("Enter");
  expect(drawn()).toEqual(expected(TRIANGLE));
  expect([tool.value, isDrawing.value, pointerMeasure.value]).toEqual(["select", false, []]);
  map.drag([2, 2], [2, 3]);
  expect(drawn()).toEqual([["0,0 2,0 2,3"]]);
  expect(pointerMeasure.value).toEqual([]);
});

test("a rectangle becomes a polygon, a circle stays a circle, and each is a shape of its own", () => {
  begin();
  tool.value = "rectangle";
  map.click([0, 0], [2, 1]);
  // A shape can be edited as soon as it is drawn.
  map.drag([2, 1], [3, 1]);
  expect(drawn()).toEqual([["0,0 0,1 2,0 3,1"]]);
  tool.value = "circle";
  map.click([5, 0]);
  map.move([6, 0]);
  expect(pointerMeasure.value).toEqual([
    expect.stringMatching(/^Radius 11\d\.\d km$/),
    expect.stringMatching(/^Area/),
  ]);
  map.click([6, 0]);
  expect(shapes().map(({ kind, coordinates: [ring] }) => [kind, ring?.length])).toEqual([
    ["polygon", 5],
    ["circle", 65],
  ]);
  const reach = () => Math.max(...(shapes()[1]?.coordinates[0] ?? []).map(([x = 0]) => x));
  expect(reach()).toBeCloseTo(6, 1);
  // A circle is resized around its middle, and dragged as a whole.
  map.drag([6, 0], [7, 0]);
  expect(reach()).toBeCloseTo(7, 1);
  map.drag([5, 0.5], [5, 1.5]);
  expect(shapes()[1]?.kind).toBe("circle");
  expect(cornersOf(shapes()[1])?.join()).toContain("5,-1 5,3 ");
  // A finger moves no pointer between its taps.
  tool.value = "circle";
  map.tap([9, 0]);
  expect(shapes()).toHaveLength(2);
  map.tap([10, 0]);
  expect(cornersOf(shapes()[2])?.join()).toContain("8,0 ");
});

test("a corner is added by dragging a point between two others, and removed by the right mouse button", () => {
  begin([polygon(square(0, 0, 2))]);
  map.click([1, 1]);
  map.drag([1, 0], [1, -1]);
  expect(drawn()).toEqual([["0,0 0,2 1,-1 2,0 2,2"]]);
  map.clickOther([2, 0]);
  expect(drawn()).toEqual([["0,0 0,2 1,-1 2,2"]]);
});

test("undo removes the last corner of what is being drawn, and then the last shape", () => {
  const { undo, redo } = begin([polygon(square(-4, -4, 1))]);
  expect(tool.value).toBe("select");
  tool.value = "polygon";
  map.click(...CORNERS, [0, 2]);
  undo();
  map.press("Enter");
  expect(drawn()).toEqual(expected(polygon(square(-4, -4, 1)), TRIANGLE));
  undo();
  expect(drawn()).toEqual(expected(polygon(square(-4, -4, 1))));
  redo();
  expect(shapes()).toHaveLength(2);
  tool.value = "polygon";
  map.click([4, 0], [6, 0], [6, 2], [4, 2]);
  undo();
  redo();
  map.press("Enter");
  expect(drawn()[2]).toEqual(cornersOf(polygon(square(4, 0, 2))));
});

test("a shape stays whole if the map can show only some of its rings", () => {
  // The hole crosses the 180th meridian, and the map is far from there.
  const beyond = polygon(square(170, 0, 10), square(179, 2, 2));
  begin([beyond, polygon(square(-4, -4, 1))]);
  tool.value = "polygon";
  map.click(...CORNERS);
  map.press("Enter");
  expect(drawn()).toEqual(expected(beyond, polygon(square(-4, -4, 1)), TRIANGLE));
});

test("a hole is cut out of the area around it, moves with the area, and can be dragged alone", () => {
  begin([polygon(square(0, 0, 4))]);
  tool.value = "hole";
  map.click([1, 1], [2, 1], [2, 2], [1, 2]);
  expect(shapes()).toEqual([polygon(square(0, 0, 4))]);
  map.press("Enter");
  expect(drawn()).toEqual(expected(polygon(square(0, 0, 4), square(1, 1, 1))));
  expect([tool.value, pointerMeasure.value]).toEqual(["select", []]);
  map.click([3.2, 3.2]);
  map.drag([3.2, 3.2], [4.2, 3.2]);
  expect(drawn()).toEqual(expected(polygon(square(1, 0, 4), square(2, 1, 1))));
  map.click([2.5, 1.5]);
  map.drag([2.5, 1.5], [3.5, 1.5]);
  expect(drawn()).toEqual(expected(polygon(square(1, 0, 4), square(3, 1, 1))));
  expect(pointerMeasure.value).toEqual([]);
});

test("a second hole can be drawn in an area, and holes move only with their own area", () => {
  const holed = [0, 10].map((x) => polygon(square(x, 0, 4), square(x + 1, 1, 1)));
  begin(holed);
  tool.value = "hole";
  map.click([2.5, 2.5], [3.5, 2.5], [3.5, 3.5], [2.5, 3.5]);
  expect(isDrawing.value).toBe(true);
  map.press("Enter");
  const [first, second] = holed as [Shape, Shape];
  expect(drawn()).toEqual(
    expected(polygon(...first.coordinates, square(2.5, 2.5, 1)), polygon(...second.coordinates)),
  );
  map.click([0.5, 3.2]);
  map.drag([0.5, 3.2], [-0.5, 3.2]);
  expect(drawn()).toEqual(
    expected(polygon(square(-1, 0, 4), square(0, 1, 1), square(1.5, 2.5, 1)), second),
  );
});

test("an area is pale red on the map, and one with holes is not filled", async () => {
  begin([polygon(square(0, 0, 2)), polygon(square(5, 0, 4), square(6, 1, 1))]);
  const fills = async () => {
    await turn();
    return map
      .shown<Polygon>("polygon")
      .map(({ geometry, properties: look }) =>
        [
          geometry.coordinates[0]?.[0]?.[0],
          look.polygonFillColor,
          look.polygonFillOpacity,
          look.polygonOutlineColor,
          look.polygonOutlineWidth,
        ].join(" "),
      )
      .sort();
  };
  const pale = ["0 #c62828 0.1", "5 #c62828 0", "6 #c62828 0"].map((look) => `${look} #c62828 3`);
  expect(await fills()).toEqual(pale);
  // A selected shape looks the same.
  for (const place of [
    [1, 1],
    [8, 3],
  ] as const) {
    map.click(place);
    expect(await fills()).toEqual(pale);
  }
});

test("the map marks where an outline crosses itself", () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate"] });
  try {
    begin();
    let marks: Position[] = [];
    addCrossingLayers({
      ...map.map,
      getLayer: () => undefined,
      getSource: () => ({
        setData: ({ features }: FeatureCollection<Point>) => {
          marks = features.map(({ geometry }) => geometry.coordinates);
        },
      }),
    } as never);
    map.click([0, 0], [2, 2], [2, 0], [0, 2]);
    jest.advanceTimersByTime(0);
    expect(marks).toEqual([[expect.closeTo(1, 6), expect.closeTo(1, 6)]]);
    drafts.setShapes([TRIANGLE]);
    jest.advanceTimersByTime(0);
    expect(marks).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});

test.each([
  ["the key", () => map.press("Delete")],
  ["the button", () => drawing?.remove()],
])(
  "a selected shape stays selected when a text changes, and %s deletes it with its holes",
  async (_by, remove) => {
    begin([polygon(square(0, 0, 2), square(0.2, 0.2, 0.5)), polygon(square(5, 0, 2))]);
    expect(selected.value).toBeUndefined();
    map.click([1, 1]);
    drafts.editDraft({ title: "Flood" });
    expect(selected.value).toBeDefined();
    remove();
    expect(selected.value).toBeUndefined();
    expect(drawn()).toEqual(expected(polygon(square(5, 0, 2))));
    await turn();
    expect(map.shown<Polygon>("polygon")).toHaveLength(1);
    drawing?.undo();
    expect(shapes()).toHaveLength(2);
  },
);

test("shapes that are set from outside the map replace those on the map", () => {
  begin([polygon(square(0, 0, 2))]);
  drafts.setShapes([polygon(square(5, 0, 2))]);
  map.click([1, 1]);
  map.press("Delete");
  expect(shapes()).toHaveLength(1);
  map.click([6, 1]);
  map.press("Delete");
  expect(shapes()).toEqual([]);
});

test("shapes across the 180th meridian are shown in one piece, and can be edited from both sides of it", async () => {
  begin([polygon(square(179, 0, 2))]);
  map.moveTo(180);
  await turn();
  const ring = () => map.shown<Polygon>("polygon")[0]?.geometry.coordinates[0];
  expect(ring()).toEqual(square(179, 0, 2));
  map.click([180, 1]);
  map.drag([181, 2], [181, 3]);
  expect(drawn()).toEqual([["179,0 179,2 181,0 181,3"]]);
  await turn();
  expect(ring()?.[2]).toEqual([expect.closeTo(181, 6), expect.closeTo(3, 6)]);
  // The corners are drawn there too.
  const longitudes = map.shown<Point>("point").map(({ geometry }) => geometry.coordinates[0]);
  expect([Math.min(...(longitudes as number[])), Math.max(...(longitudes as number[]))]).toEqual([
    expect.closeTo(179, 6),
    expect.closeTo(181, 6),
  ]);
  // The same place, seen from the other side.
  map.moveTo(-180);
  map.drag([-181, 2], [-181, 3]);
  expect(drawn()).toEqual([["179,0 179,3 181,0 181,3"]]);
  tool.value = "polygon";
  map.click([-181, -2], [-179, -2], [-179, -1]);
  // A shape that is being drawn does not move to the other side.
  map.moveTo(0);
  map.moveTo(-180);
  map.press("Enter");
  expect(drawn()[1]).toEqual(["179,-2 181,-1 181,-2"]);
});

test.each(["created", "updated", "unchanged"] as const)(
  "%s shapes are drawn around the 180th meridian when the map is there",
  (kind) => {
    const draw = jest
      .spyOn(TerraDrawMapLibreGLAdapter.prototype, "render")
      .mockImplementation(() => {});
    const adapter = new TurnedAdapter({ map: fakeMap().map, coordinatePrecision: 9 });
    const render = (features: Geometry[]) => {
      const changes = { created: [], updated: [], unchanged: [], deletedIds: [] };
      const given = features.map((geometry) => ({ type: "Feature", properties: {}, geometry }));
      adapter.render({ ...changes, [kind]: given } as never, {} as never);
      return draw.mock.lastCall?.[0][kind].map(({ geometry }) => geometry);
    };
    const features = (meridian: number): Geometry[] => [
      { type: "Polygon", coordinates: [square(meridian - 1, 0, 2)] },
      {
        type: "LineString",
        coordinates: [
          [meridian - 1, 1],
          [meridian + 1, 1],
        ],
      },
      { type: "Point", coordinates: [meridian + 1, 2] },
    ];
    expect(render(features(0))).toEqual(features(0));
    adapter.meridian = 180;
    expect(render(features(0))).toEqual(features(180));
    draw.mockRestore();
  },
);

test("a drawing that has stopped does nothing more", () => {
  begin();
  map.click(...CORNERS);
  drawing?.stop();
  drawing = undefined;
  expect([isDrawing.value, pointerMeasure.value]).toEqual([false, []]);
  map.press("Enter");
  expect(shapes()).toEqual([]);
  map.moveTo(180);
  drafts.setShapes([TRIANGLE]);
  tool.value = "circle";
  map.click([5, 0], [6, 0]);
  expect(drawn()).toEqual(expected(TRIANGLE));
});

test("an unfinished shape is dropped by Escape, by another tool, and when the shapes are replaced", () => {
  begin([polygon(square(-4, -4, 1))]);
  const area = drafts.draftArea.value;
  const giveUp = () => {
    tool.value = "polygon";
    map.click(...CORNERS);
    expect(isDrawing.value).toBe(true);
  };
  giveUp();
  map.press("Escape");
  expect([isDrawing.value, drafts.draftArea.value]).toEqual([false, area]);
  giveUp();
  tool.value = "select";
  expect([isDrawing.value, drafts.draftArea.value]).toEqual([false, area]);
  giveUp();
  drafts.setShapes([]);
  expect([isDrawing.value, pointerMeasure.value, drafts.draftArea.value]).toEqual([
    false,
    [],
    undefined,
  ]);
});
