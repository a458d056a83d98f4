import "./helpers/globals.ts";
import { describe, expect, jest, test } from "@jest/globals";
import {
  createExpression,
  featureFilter,
  validateStyleMin,
} from "@maplibre/maplibre-gl-style-spec";
import type {
  LayerSpecification,
  Map as MapLibreMap,
  StyleSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";

Object.assign(globalThis, {
  // The build defines the base map's folder.
  BASE_MAP: "base-map",
  matchMedia: () => new EventTarget(),
});
// The modules start a clock when they load.
jest.useFakeTimers();
const { schemaOf } = await import("../src/map/file-schemas.ts");
const { groundLayers, nameLayers, FILE_SOURCE } = await import("../src/map/file-style.ts");
const { offlineStyle } = await import("../src/map/offline-map.ts");
const { ALERT_LAYERS } = await import("../src/map/zone-layers.ts");
const { addOwnLayers } = await import("../src/map/own-layers.ts");

/** The styles that the console makes, with all layers of its own. */
function stylesOf(isDark: boolean): StyleSpecification[] {
  const style = { glyphs: "{fontstack}{range}", ...offlineStyle(isDark) };
  const at = (id?: string) => style.layers.findIndex((layer) => layer.id === id);
  const map = {
    getLayer: (id: string) => style.layers[at(id)],
    getSource: () => undefined,
    addSource: (id: string, source: StyleSpecification["sources"][string]) => {
      style.sources[id] = source;
    },
    addLayer: (layer: LayerSpecification, below?: string) =>
      style.layers.splice(below ? at(below) : style.layers.length, 0, layer),
  };
  addOwnLayers(map as unknown as MapLibreMap);
  style.sources[FILE_SOURCE] = { type: "vector", tiles: ["map-file://{z}/{x}/{y}"] };
  return [["roads"], ["transportation"]].map((names) => {
    const schema = schemaOf(names);
    return {
      ...style,
      layers: [...style.layers, ...groundLayers(schema, isDark), ...nameLayers(schema, isDark)],
    };
  });
}

// The console's build of MapLibre does not validate styles, and cannot draw other kinds of layers.
test.each([false, true])(
  "the console's own layers are valid and can be drawn, dark: %s",
  (isDark) => {
    for (const style of stylesOf(isDark)) {
      expect(style.layers.length).toBeGreaterThan(50);
      expect(validateStyleMin(style)).toEqual([]);
      for (const { type, paint = {} } of style.layers) {
        expect(["background", "fill", "line", "circle", "symbol"]).toContain(type);
        expect(Object.keys(paint).filter((name) => /pattern|gradient/.test(name))).toEqual([]);
      }
      for (const { type } of Object.values(style.sources))
        expect(["geojson", "vector"]).toContain(type);
    }
  },
);

describe("the names of the offline map", () => {
  const layers = offlineStyle(false).layers as SymbolLayerSpecification[];
  const layer = (id: string) => layers.find((one) => one.id === id) as SymbolLayerSpecification;
  const place = (inhabitants: number) => ({ type: 1 as const, properties: { inhabitants } });
  const evaluated = (expression: unknown, zoom: number, inhabitants: number) => {
    const { result, value } = createExpression(expression, "names");
    if (result === "error") throw new Error(value.map(({ message }) => message).join());
    return value.evaluate({ zoom }, place(inhabitants) as never);
  };

  test.each(["towns", "cities", "countries"])("are written for %s", (id) => {
    expect(layer(id).layout?.["text-field"]).toEqual(["get", "name"]);
  });

  test.each(["towns", "cities"])("give priority to the larger of two overlapping %s", (id) => {
    const order = layer(id).layout?.["symbol-sort-key"];
    expect(evaluated(order, 9, 50_000)).toBeLessThan(evaluated(order, 9, 10_000));
  });

  test("appear at smaller zooms for larger places", () => {
    const filter = featureFilter(layer("cities").filter, "names").filter;
    const isNamed = (zoom: number, inhabitants: number) =>
      filter({ zoom }, place(inhabitants) as never);
    expect([isNamed(2.9, 9e6), isNamed(2.9, 7e6)]).toEqual([true, false]);
    expect([isNamed(6.5, 2e5), isNamed(6.5, 5e4)]).toEqual([true, false]);
    expect(isNamed(8, 1)).toBe(true);
    // The fewest inhabitants of a place that is named at each zoom.
    const least = [8e6, 3e6, 1e6, 4e5, 1e5, 4e4, 0];
    for (const [at, inhabitants] of least.entries()) {
      expect(isNamed(2.5 + at, inhabitants)).toBe(true);
      expect(isNamed(2.5 + at, inhabitants - 1)).toBe(false);
    }
    expect(layer("towns").minzoom).toBeLessThanOrEqual(8);
    expect(layer("cities").minzoom).toBe(2.5);
    expect(layer("countries").maxzoom).toBe(6);
  });
});

test("the offline map has the colours of its theme, and hides layers that are still empty", () => {
  const colours = (isDark: boolean) =>
    offlineStyle(isDark).layers.map(({ id, paint = {}, layout = {} }) => [
      id,
      ...Object.entries(paint)
        .filter(([name]) => name.endsWith("color"))
        .map(([, colour]) => colour),
      ...("visibility" in layout ? [layout.visibility] : []),
    ]);
  const [light, dark] = [colours(false), colours(true)];
  expect(light).toEqual([
    ["water", "#cfdfe8"],
    ["land", "#f6f4ee"],
    ["coast", "#9db3c0"],
    ["borders", "#8d8a9b", "none"],
    ...["towns", "cities", "countries"].map((id) => [id, "#3d3b47", "#f6f4ee", "none"]),
  ]);
  expect(dark).toEqual([
    ["water", "#14222c"],
    ["land", "#25292e"],
    ["coast", "#3f5361"],
    ["borders", "#7d8590", "none"],
    ...["towns", "cities", "countries"].map((id) => [id, "#d5dae0", "#25292e", "none"]),
  ]);
  const { sources, layers } = offlineStyle(false);
  expect(layers.map((layer) => [layer.id, "source" in layer ? layer.source : ""])).toEqual([
    ["water", ""],
    ["land", "land"],
    ["coast", "land"],
    ...["borders", "towns", "cities", "countries"].map((id) => [id, id]),
  ]);
  expect(JSON.stringify(sources.land)).toContain("base-map/world-land.json");
  const credits = Object.values(sources).map(
    (source) => "attribution" in source && source.attribution,
  );
  expect(credits.filter(Boolean)).toEqual(["Natural Earth", "GeoNames (CC BY 4.0)"]);
});

describe("the style of a map file", () => {
  const [PROTOMAPS, OPENMAPTILES] = [schemaOf(["roads", "water"]), schemaOf(["transportation"])];
  const GEOMETRIES = { point: 1, line: 2, area: 3 } as const;

  /** Returns the layers that show a feature of the file. */
  function layersOf(
    schema: typeof PROTOMAPS,
    source: string,
    geometry: keyof typeof GEOMETRIES,
    properties: object,
  ): string[] {
    const layers = [...groundLayers(schema, false), ...nameLayers(schema, false)];
    return layers
      .filter((layer) => {
        if (layer["source-layer"] !== source) return false;
        const { filter } = featureFilter(layer.filter, "file");
        return filter({ zoom: 18 }, { type: GEOMETRIES[geometry], properties } as never);
      })
      .map(({ id }) => id.replace("file-", ""));
  }

  test.each([
    ["roads", "line", { kind: "minor_road" }, ["streets-edge", "streets"]],
    ["roads", "line", { kind: "major_road", name: "A" }, ["mains-edge", "mains", "street-names"]],
    ["roads", "line", { kind: "highway" }, ["motorways-edge", "motorways"]],
    ["roads", "line", { kind: "rail", name: "R" }, ["rails"]],
    ["roads", "line", { kind: "path" }, ["paths"]],
    ["water", "area", { kind: "river" }, ["water"]],
    ["water", "line", { kind: "river", name: "Reno" }, ["rivers", "water-names-0"]],
    ["landuse", "area", { kind: "park" }, ["green-0"]],
    ["landuse", "area", { kind: "school" }, ["built-0"]],
    ["buildings", "area", { kind: "building" }, ["buildings"]],
    ["buildings", "point", { kind: "address" }, ["house-numbers"]],
    ["places", "point", { kind_detail: "town" }, ["cities"]],
    ["places", "point", { kind_detail: "hamlet" }, ["villages"]],
    ["places", "point", { kind: "macrohood" }, ["quarters"]],
    ["pois", "point", { name: "Town hall" }, ["points"]],
    ["pois", "point", {}, []],
    ["earth", "area", {}, ["land"]],
  ] as const)(
    "shows Protomaps' %s (%s, %j) in the right layers",
    (source, geometry, properties, layers) => {
      expect(layersOf(PROTOMAPS, source, geometry, properties)).toEqual(layers);
    },
  );

  test.each([
    ["transportation", "line", { class: "service" }, ["streets-edge", "streets"]],
    ["transportation", "line", { class: "primary" }, ["mains-edge", "mains"]],
    ["transportation", "line", { class: "transit" }, ["rails"]],
    ["transportation_name", "line", { name: "Via Rizzoli" }, ["street-names"]],
    ["waterway", "line", { name: "Reno" }, ["rivers", "water-names-1"]],
    ["park", "area", {}, ["green-1"]],
    ["building", "area", {}, ["buildings"]],
    ["place", "point", { class: "suburb" }, ["quarters"]],
    ["housenumber", "point", {}, ["house-numbers"]],
  ] as const)(
    "shows OpenMapTiles' %s (%s, %j) in the right layers",
    (source, geometry, properties, layers) => {
      expect(layersOf(OPENMAPTILES, source, geometry, properties)).toEqual(layers);
    },
  );

  /** Returns the layers that show each value of a property. */
  const layersOfEach = (
    schema: typeof PROTOMAPS,
    source: string,
    geometry: keyof typeof GEOMETRIES,
    property: string,
    values: string,
  ) =>
    values
      .split(" ")
      .map((value) => [value, ...layersOf(schema, source, geometry, { [property]: value })].join());

  test.each([
    ["roads", "line", "kind", "paths", "path other"],
    ["roads", "line", "kind", "mains-edge,mains", "major_road medium_road"],
    ["roads", "line", "kind", "rails", "rail"],
    ["water", "line", "kind", "rivers", "river stream canal"],
    ["buildings", "area", "kind", "buildings", "building building_part"],
    [
      "landuse",
      "area",
      "kind",
      "green-0",
      "park forest wood grass meadow cemetery garden nature_reserve",
    ],
    [
      "landuse",
      "area",
      "kind",
      "built-0",
      "residential industrial commercial hospital school university",
    ],
    ["places", "point", "kind_detail", "cities", "city town"],
    ["places", "point", "kind_detail", "villages", "village hamlet"],
    ["places", "point", "kind", "quarters", "neighbourhood macrohood"],
  ] as const)(
    "shows Protomaps' %s (%s) of each known %s in the layers %s",
    (source, geometry, property, layers, values) => {
      expect(layersOfEach(PROTOMAPS, source, geometry, property, values)).toEqual(
        values.split(" ").map((value) => `${value},${layers}`),
      );
    },
  );

  test.each([
    ["transportation", "line", "paths", "path track"],
    ["transportation", "line", "rails", "rail transit"],
    ["transportation", "line", "streets-edge,streets", "minor service"],
    ["transportation", "line", "mains-edge,mains", "trunk primary secondary tertiary"],
    ["transportation", "line", "motorways-edge,motorways", "motorway"],
    ["landcover", "area", "green-0", "wood grass farmland wetland"],
    ["landuse", "area", "built-0", "residential industrial commercial hospital school university"],
    ["place", "point", "cities", "city town"],
    ["place", "point", "villages", "village hamlet"],
    ["place", "point", "quarters", "suburb quarter neighbourhood"],
  ] as const)(
    "shows OpenMapTiles' %s (%s) of each known class in the layers %s",
    (source, geometry, layers, values) => {
      expect(layersOfEach(OPENMAPTILES, source, geometry, "class", values)).toEqual(
        values.split(" ").map((value) => `${value},${layers}`),
      );
    },
  );

  test("names streets, points and waters that have a name, and no railways", () => {
    const namesOf = (schema: typeof PROTOMAPS, source: string, properties: object) =>
      layersOf(schema, source, "point", { name: "A", ...properties });
    const kinds = ["highway", "major_road", "medium_road", "minor_road", "path", "other"];
    for (const kind of kinds)
      expect(namesOf(PROTOMAPS, "roads", { kind })).toEqual(["street-names"]);
    expect(namesOf(PROTOMAPS, "roads", { kind: "rail" })).toEqual([]);
    expect(namesOf(OPENMAPTILES, "poi", {})).toEqual(["points"]);
    expect(namesOf(OPENMAPTILES, "water_name", {})).toEqual(["water-names-0"]);
    expect(layersOf(OPENMAPTILES, "poi", "point", {})).toEqual([]);
    expect(layersOf(OPENMAPTILES, "transportation_name", "line", {})).toEqual([]);
    expect(layersOf(OPENMAPTILES, "water", "area", {})).toEqual(["water"]);
  });

  test("draws the layers in their order, and first the largest cities", () => {
    // If two layers overlap, the later one is seen.
    expect(groundLayers(PROTOMAPS, false).map(({ id }) => id.replace("file-", ""))).toEqual([
      ...["land", "built-0", "green-0", "rivers", "water", "buildings", "paths", "rails"],
      ...["streets-edge", "mains-edge", "motorways-edge", "streets", "mains", "motorways"],
    ]);
    const weight = (properties: object) => {
      const { value } = createExpression(
        named(PROTOMAPS, "cities").layout?.["symbol-sort-key"],
        "names",
      ) as { value: { evaluate(at: object, feature: object): number } };
      return value.evaluate({ zoom: 8 }, { type: 1, properties });
    };
    // The largest town has the highest rank in Protomaps, and the lowest in OpenMapTiles.
    expect(weight({ population_rank: 12 })).toBeLessThan(weight({ population_rank: 9 }));
    expect(weight({ rank: 1 })).toBeLessThan(weight({ rank: 5 }));
  });

  const named = (schema: typeof PROTOMAPS, id: string) =>
    nameLayers(schema, false).find((one) => one.id === `file-${id}`) as SymbolLayerSpecification;

  test("shows house numbers only at large zooms, and cities from small zooms on", () => {
    expect(named(PROTOMAPS, "house-numbers").minzoom).toBeGreaterThan(15);
    expect(named(PROTOMAPS, "cities").minzoom).toBeLessThan(8);
  });

  test("reads house numbers from each schema's property, and runs names along streets and rivers", () => {
    expect(JSON.stringify(named(PROTOMAPS, "house-numbers").layout)).toContain(
      '"addr_housenumber"',
    );
    expect(JSON.stringify(named(OPENMAPTILES, "house-numbers").layout)).toContain('"housenumber"');
    for (const { id, layout } of nameLayers(PROTOMAPS, false).slice(1))
      expect([id, layout?.["text-field" as never]]).toEqual([id, ["to-string", ["get", "name"]]]);
    const runsAlong = (schema: typeof PROTOMAPS, id: string) =>
      named(schema, id).layout?.["symbol-placement"] === "line";
    expect(runsAlong(PROTOMAPS, "street-names")).toBe(true);
    expect(["water-names-0", "water-names-1"].map((id) => runsAlong(OPENMAPTILES, id))).toEqual([
      false,
      true,
    ]);
  });

  test("gives streets an edge and growing widths, dashes paths and rails, and shows buildings at large zooms", () => {
    const layers = groundLayers(PROTOMAPS, false) as {
      id: string;
      minzoom?: number;
      paint: Record<string, unknown>;
    }[];
    const layer = (id: string) => layers.find((one) => one.id === `file-${id}`);
    const width = (id: string, zoom: number) => {
      const { value } = createExpression(layer(id)?.paint["line-width"], "width") as {
        value: { evaluate(at: object): number };
      };
      return value.evaluate({ zoom });
    };
    const zooms = [8, 10, 12, 13, 14, 15, 16, 17, 18];
    for (const kind of ["streets", "mains", "motorways"]) {
      for (const zoom of zooms)
        expect(width(`${kind}-edge`, zoom)).toBeCloseTo(width(kind, zoom) + 1.5, 6);
    }
    // Lines widen as the map zooms in, and larger kinds are wider.
    const kinds = ["rivers", "paths", "rails", "streets", "mains", "motorways"];
    for (const kind of kinds) {
      const widths = zooms.map((zoom) => width(kind, zoom));
      expect(widths).toEqual(widths.toSorted((a, b) => a - b));
      expect(widths.at(-1)).toBeGreaterThan(2 * (widths[0] as number));
      expect(widths.at(-1)).toBeLessThan(40);
    }
    for (const zoom of [15, 16, 17, 18]) {
      const widths = kinds.slice(2).map((kind) => width(kind, zoom));
      expect(widths).toEqual(widths.toSorted((a, b) => a - b));
      expect(new Set(widths).size).toBe(4);
    }
    expect(layer("paths")?.paint).toHaveProperty("line-dasharray");
    expect(layer("rails")?.paint).toHaveProperty("line-dasharray");
    expect(layer("streets")?.paint).not.toHaveProperty("line-dasharray");
    expect(layer("buildings")?.minzoom).toBeGreaterThan(10);
  });

  test("has light or dark land by the theme, and no land layer for OpenMapTiles", () => {
    const land = (isDark: boolean) =>
      groundLayers(PROTOMAPS, isDark).find(({ id }) => id === "file-land")?.paint;
    expect(land(false)).not.toEqual(land(true));
    expect(groundLayers(OPENMAPTILES, false).map(({ id }) => id)).not.toContain("file-land");
  });
});

describe("on the console's map,", () => {
  const [style] = stylesOf(false) as [StyleSpecification];
  const layers = style.layers as (LayerSpecification & { filter?: never })[];
  const layer = (id: string) => layers.find((one) => one.id === id) as SymbolLayerSpecification;
  const shows = (id: string, properties: object) =>
    featureFilter(layer(id).filter, "own").filter({ zoom: 10 }, { type: 3, properties } as never);
  const paint = (id: string, name: string, properties: object) => {
    const { value } = createExpression(
      (layer(id).paint as Record<string, unknown>)[name],
      "own",
    ) as {
      value: { evaluate(at: object, feature: object): unknown };
    };
    return value.evaluate({ zoom: 10 }, { type: 1, properties });
  };

  test("each zone has its own layer, only exercises and tests have a mark, and an alert's name is shown once", () => {
    for (const prefix of ["alerts", "draft"]) {
      expect(shows(`${prefix}-TWO`, { level: "TWO" })).toBe(true);
      expect(shows(`${prefix}-TWO`, { level: "ONE" })).toBe(false);
      expect([
        shows(`${prefix}-mark`, { mark: "TEST" }),
        shows(`${prefix}-mark`, { mark: "" }),
      ]).toEqual([true, false]);
    }
    // The name is shown only once for the three zones of an alert.
    expect(["ONE", "TWO"].map((level) => shows("lasting-names", { level }))).toEqual([true, false]);
  });

  test("the zone of the most urgent level lies above the others", () => {
    const at = (id: string) => layers.findIndex((one) => one.id === id);
    for (const prefix of ["alerts", "draft"]) {
      const places = ["THREE", "TWO", "ONE"].map((level) => at(`${prefix}-${level}`));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  test("each zone has its level's colour and border, solid around the area, and other alerts have their own colour", () => {
    const colours = new Set<string>();
    for (const level of ["ONE", "TWO", "THREE"]) {
      const colour = String(layer(`alerts-${level}`).paint?.["fill-color" as never]);
      colours.add(colour);
      for (const prefix of ["alerts", "draft"]) {
        const id = `${prefix}-${level}`;
        expect(String(layer(id).paint?.["fill-color" as never])).toBe(colour);
        expect(String(layer(`${id}-border`).paint?.["line-color" as never])).toBe(colour);
        expect(shows(`${id}-border`, { level })).toBe(true);
        expect(shows(`${id}-border`, { level: level === "ONE" ? "TWO" : "ONE" })).toBe(false);
      }
    }
    const dashes = (id: string) => layer(id).paint?.["line-dasharray" as never];
    for (const prefix of ["alerts-%-border", "draft-%-border", "lasting-%"]) {
      expect(["ONE", "TWO", "THREE"].map((level) => dashes(prefix.replace("%", level)))).toEqual([
        undefined,
        [4, 2],
        [1, 2],
      ]);
    }
    // The zones of other alerts have no level's colour, so that nobody takes them for the draft.
    const lasting = ["area", "ONE", "TWO", "THREE", "names"].flatMap((part) =>
      Object.entries(layer(`lasting-${part}`).paint ?? {}).flatMap(([name, value]) =>
        /^(fill|line|text)-color$/.test(name) ? [String(value)] : [],
      ),
    );
    expect(lasting).toHaveLength(5);
    // Three levels, and one colour of all other alerts.
    expect([colours.size, new Set([...colours, ...lasting]).size]).toEqual([3, 4]);
    const opacity = (level: string) =>
      Number(layer(`alerts-${level}`).paint?.["fill-opacity" as never]);
    expect(opacity("ONE")).toBeGreaterThan(opacity("TWO"));
    expect(opacity("TWO")).toBeGreaterThan(opacity("THREE"));
  });

  test("an alert can be clicked in each of its zones, and other alerts lie below the draft", () => {
    expect(ALERT_LAYERS.toSorted()).toEqual(["alerts-ONE", "alerts-THREE", "alerts-TWO"]);
    const at = (id: string) => layers.findIndex((one) => one.id === id);
    expect(at("lasting-area")).toBeLessThan(at("draft-THREE"));
    expect(at("lasting-area")).toBeGreaterThan(at("alerts-ONE"));
    expect(at("draft-mark")).toBeLessThan(at("towns"));
    for (const level of ["ONE", "TWO", "THREE"]) {
      expect(shows(`lasting-${level}`, { level })).toBe(true);
      expect(shows(`lasting-${level}`, { level: level === "ONE" ? "TWO" : "ONE" })).toBe(false);
    }
    expect([
      shows("lasting-area", { level: "ONE" }),
      shows("lasting-area", { level: "TWO" }),
    ]).toEqual([true, false]);
  });

  test("another alert shows its name and its mark, each on its own line", () => {
    const { value } = createExpression(layer("lasting-names").layout?.["text-field"], "own") as {
      value: { evaluate(at: object, feature: object): unknown };
    };
    const properties = { name: "Alert 7", mark: "TEST" };
    expect(value.evaluate({ zoom: 10 }, { type: 3, properties })).toBe("Alert 7\nTEST");
  });

  test("marks run along the borders, even where they overlap names", () => {
    for (const prefix of ["alerts", "draft"]) {
      expect(layer(`${prefix}-mark`).layout).toMatchObject({
        "symbol-placement": "line",
        "text-field": ["get", "mark"],
        "text-allow-overlap": true,
      });
    }
  });

  test("a crossing of an outline is a ring with a wider edge of another colour, above the people", () => {
    const at = (id: string) => layers.findIndex((one) => one.id === id);
    expect(at("crossings-edge")).toBeGreaterThan(at("people-letters"));
    expect(at("crossings")).toBeGreaterThan(at("crossings-edge"));
    const [edge, ring] = ["crossings-edge", "crossings"].map((id) => layer(id).paint) as [
      Record<string, unknown>,
      Record<string, unknown>,
    ];
    expect([edge["circle-opacity"], ring["circle-opacity"]]).toEqual([0, 0]);
    expect(edge["circle-stroke-color"]).not.toBe(ring["circle-stroke-color"]);
    expect(edge["circle-stroke-width"]).toBeGreaterThan(Number(ring["circle-stroke-width"]));
  });

  test("people near each other are shown as a number, and single people as a letter", () => {
    const cluster = { point_count: 3 };
    const ids = ["clusters", "cluster-counts", "people", "people-letters"];
    expect(ids.map((id) => shows(id, cluster))).toEqual([true, true, false, false]);
    expect(ids.map((id) => shows(id, {}))).toEqual([false, false, true, true]);
    expect(style.sources.positions).toMatchObject({ cluster: true });
    for (const id of ["cluster-counts", "people-letters"])
      expect(layer(id).layout).toMatchObject({ "text-allow-overlap": true });
    expect(JSON.stringify(layer("people-letters").layout?.["text-field"])).toContain("letter");
    expect(JSON.stringify(layer("cluster-counts").layout?.["text-field"])).toContain("point_count");
    const radius = (point_count: number) =>
      Number(paint("clusters", "circle-radius", { point_count }));
    expect([radius(1), radius(100), radius(10_000)]).toEqual([12, 21, 30]);
    expect(paint("people", "circle-stroke-opacity", { age: 3600 })).toBe(0.6);
  });

  test("a position grows pale with its age", () => {
    const opacity = (age: number) => paint("people", "circle-opacity", { age });
    expect([opacity(3599), opacity(3600), opacity(86_399), opacity(86_400)]).toEqual([
      1, 0.6, 0.6, 0.3,
    ]);
  });

  test("a recipient who has seen the notification is a dot filled with the colour of their level", () => {
    const hex = (colour: unknown) => String(colour);
    const fill = (seen: boolean) =>
      hex(paint("recipients", "circle-color", { level: "TWO", seen }));
    const edge = hex(paint("recipients", "circle-stroke-color", { level: "TWO" }));
    expect(fill(true)).toBe(edge);
    expect(fill(false)).not.toBe(edge);
    expect(edge).not.toBe(hex(paint("recipients", "circle-stroke-color", { level: "ONE" })));
  });

  test("people have the colour of their pace, and an unknown pace has its own colour", () => {
    const colours = ["still", "foot", "bicycle", "vehicle", "unknown"].map((pace) =>
      String(paint("people", "circle-color", { pace })),
    );
    expect(new Set(colours).size).toBe(5);
    expect(String(paint("people", "circle-color", { pace: "flying" }))).toBe(colours[4]);
  });
});
