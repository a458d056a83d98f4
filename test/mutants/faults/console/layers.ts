import { inFile } from "../../fault.ts";

/** Faults in what the map draws, and in the file of a report. */
export const faults = [
  ...inFile(
    "src/console/map/file-schemas.ts",
    ["test/console/map-layers.test.ts"],
    [
      [
        "tracks of OpenMapTiles files are not drawn",
        'values: ["path", "track"]',
        'values: ["path"]',
      ],
      [
        "meadows of Protomaps are not drawn",
        '"grass", "meadow", "cemetery"',
        '"grass", "cemetery"',
      ],
      [
        "hospitals of Protomaps are not drawn",
        'property: "kind",\n      values: ["residential", "industrial", "commercial", "hospital",',
        'property: "kind",\n      values: ["residential", "industrial", "commercial",',
      ],
      [
        "hospitals of OpenMapTiles are not drawn",
        'property: "class",\n      values: ["residential", "industrial", "commercial", "hospital",',
        'property: "class",\n      values: ["residential", "industrial", "commercial",',
      ],
      [
        "canals of Protomaps are not drawn",
        'values: ["river", "stream", "canal"]',
        'values: ["river", "stream"]',
      ],
      [
        "parts of buildings of Protomaps are not drawn",
        'values: ["building", "building_part"]',
        'values: ["building"]',
      ],
      [
        "other ways of Protomaps are not drawn",
        'values: ["path", "other"] }',
        'values: ["path"] }',
      ],
      [
        "medium roads of Protomaps are not drawn",
        'values: ["major_road", "medium_road"] }',
        'values: ["major_road"] }',
      ],
      [
        "paths of Protomaps have no names",
        '"minor_road", "path", "other"],\n    has',
        '"minor_road", "other"],\n    has',
      ],
      [
        "railways of Protomaps have names",
        'values: ["highway", "major_road", "medium_road"',
        'values: ["rail", "highway", "major_road", "medium_road"',
      ],
      [
        "villages of Protomaps have no names",
        'property: "kind_detail", values: ["village", "hamlet"]',
        'property: "kind_detail", values: ["hamlet"]',
      ],
      [
        "neighbourhoods of Protomaps have no names",
        'values: ["neighbourhood", "macrohood"]',
        'values: ["macrohood"]',
      ],
      [
        "farmland of OpenMapTiles is not drawn",
        '["wood", "grass", "farmland", "wetland"]',
        '["wood", "grass", "wetland"]',
      ],
      [
        "railways of OpenMapTiles are not drawn",
        'values: ["rail", "transit"]',
        'values: ["transit"]',
      ],
      [
        "small streets of OpenMapTiles are not drawn",
        'values: ["minor", "service"]',
        'values: ["service"]',
      ],
      [
        "tertiary streets of OpenMapTiles are not drawn",
        '"primary", "secondary", "tertiary"]',
        '"primary", "secondary"]',
      ],
      ["motorways of OpenMapTiles are main streets", 'values: ["motorway"]', 'values: ["trunk"]'],
      [
        "streets of OpenMapTiles without a name have one",
        '{ layer: "transportation_name", has: "name" }',
        '{ layer: "transportation_name" }',
      ],
      [
        "points of OpenMapTiles without a name have one",
        '{ layer: "poi", has: "name" }',
        '{ layer: "poi" }',
      ],
      [
        "towns of OpenMapTiles have no names",
        'property: "class", values: ["city", "town"]',
        'property: "class", values: ["city"]',
      ],
      [
        "neighbourhoods of OpenMapTiles have no names",
        '["suburb", "quarter", "neighbourhood"]',
        '["suburb", "quarter"]',
      ],
    ],
  ),
  ...inFile(
    "src/console/map/file-style.ts",
    ["test/console/map-layers.test.ts"],
    [
      ["built land is green", "kind, colours.built)", "kind, colours.green)"],
      [
        "green land lies below built land",
        "    ...schema.built.map((kind, n) => fill(`built-${n}`, kind, colours.built)),\n    ...schema.green.map((kind, n) => fill(`green-${n}`, kind, colours.green)),",
        "    ...schema.green.map((kind, n) => fill(`green-${n}`, kind, colours.green)),\n    ...schema.built.map((kind, n) => fill(`built-${n}`, kind, colours.built)),",
      ],
      ["rivers have the colour of names", "colours.river, [", "colours.waterName, ["],
      ["railways have the colour of paths", "colours.rail,", "colours.path,"],
      [
        "motorways have the colour of streets",
        '"motorways",\n    "main"',
        '"motorways",\n    "street"',
      ],
      ["lines are drawn from the first zoom on", "minzoom: stops[0]?.[0] ?? 0", "minzoom: 0"],
      ["names of water have the colour of places", "        colour: colours.waterName,\n", ""],
      ["points are named from afar", "colour: quiet, minzoom: 16 }", "colour: quiet, minzoom: 6 }"],
      ["a name has no colour of its own", '"text-color": colour, ', '"text-color": colours.name, '],
      [
        "the smallest place of Protomaps goes first",
        '["get", "population_rank"], ["-"',
        '["-", ["get", "population_rank"]], ["-"',
      ],
      [
        "the smallest place of OpenMapTiles goes first",
        '["-", ["to-number", ["get", "rank"], 0]]',
        '["to-number", ["get", "rank"], 0]',
      ],
      [
        "the edges of motorways lie over streets",
        "    ...STREETS.map(([kind, colour, stops]) => line(kind, schema[kind], colours[colour], stops)),\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/zone-layers.ts",
    ["test/console/map-layers.test.ts"],
    [
      ["the border of the area is dashed", 'level === "ONE" ? {} :', 'level === "THREE" ? {} :'],
      [
        "each border is around each zone",
        'id: `${prefix}-${level}-border`,\n      type: "line",\n      filter: ["==", ["get", "level"], level],',
        'id: `${prefix}-${level}-border`,\n      type: "line",\n      filter: ["has", "level"],',
      ],
      [
        "the widest zone is the least pale",
        "ONE: 0.22, TWO: 0.14, THREE: 0.1",
        "ONE: 0.1, TWO: 0.14, THREE: 0.22",
      ],
      [
        "a border has the colour of the area",
        '"line-color": ZONES[level].colour',
        '"line-color": ZONES.ONE.colour',
      ],
      [
        "a zone has the colour of the area",
        '"fill-color": ZONES[level].colour',
        '"fill-color": ZONES.ONE.colour',
      ],
      [
        "a click finds an alert in its area only",
        "LEVELS.map((level) => `alerts-${level}`)",
        "LEVELS.slice(0, 1).map((level) => `alerts-${level}`)",
      ],
      ["the draft lies above the names", 'layersOf("draft"), { below });', 'layersOf("draft"));'],
    ],
  ),
  ...inFile(
    "src/console/map/palette.ts",
    ["test/console/map-layers.test.ts"],
    [
      [
        "the colours of TWO and THREE are mixed up",
        'TWO: { colour: "#e07b00"',
        'TWO: { colour: "#c9a100"',
      ],
      ["dark borders are light", 'border: "#7d8590"', 'border: "#8d8a9b"'],
    ],
  ),
  ...inFile(
    "src/console/map/lasting-layers.ts",
    ["test/console/map-layers.test.ts"],
    [
      [
        "alerts that last lie above the draft",
        'map.getLayer("draft-THREE") ? "draft-THREE" : "towns"',
        '"towns"',
      ],
      [
        "alerts that last are filled in each zone",
        'filter: ofLevel("ONE"),\n        paint: { "fill-color"',
        'filter: ["has", "level"],\n        paint: { "fill-color"',
      ],
      [
        "alerts that last have the border of the area around each zone",
        "filter: ofLevel(level),",
        'filter: ofLevel("ONE"),',
      ],
      [
        "alerts that last have no dashes",
        '...(level === "ONE" ? {} : { "line-dasharray": ZONES[level].dashes }),',
        "",
      ],
      [
        "an exercise that lasts has no mark",
        '["get", "name"], "\\n", ["get", "mark"]',
        '["get", "name"], "\\n", ""',
      ],
    ],
  ),
  ...inFile(
    "src/console/map/position-layers.ts",
    ["test/console/map-layers.test.ts"],
    [
      [
        "a cluster is a person",
        'id: "people",\n        type: "circle",\n        filter: ["!", ["has", "point_count"]]',
        'id: "people",\n        type: "circle",\n        filter: ["all"]',
      ],
      [
        "a cluster has a letter",
        'id: "people-letters",\n        type: "symbol",\n        filter: ["!", ["has", "point_count"]]',
        'id: "people-letters",\n        type: "symbol",\n        filter: ["all"]',
      ],
      [
        "a person is a cluster",
        'id: "clusters",\n        type: "circle",\n        filter: ["has", "point_count"]',
        'id: "clusters",\n        type: "circle",\n        filter: ["all"]',
      ],
      [
        "a large cluster is as small as a small one",
        "            4,\n            30,",
        "            4,\n            12,",
      ],
      [
        "the edge of an old position is not pale",
        '"circle-stroke-opacity": byAge',
        '"circle-stroke-opacity": 1',
      ],
    ],
  ),
  ...inFile(
    "src/console/words/report-csv.ts",
    ["test/console/report-csv.test.ts"],
    [
      [
        "the title of a report is its event",
        'fact("title", title ?? "")',
        'fact("title", event ?? "")',
      ],
      ["the event of a report is missing", 'fact("event", event ?? "")', 'fact("event", "")'],
      [
        "the texts of a report are one",
        "[alert.text1, alert.text2, alert.text3][at]",
        "[alert.text1, alert.text1, alert.text1][at]",
      ],
      [
        "the all-clear of a report is missing",
        'fact("all-clear", allClear ?? "")',
        'fact("all-clear", "")',
      ],
    ],
  ),
  ...inFile(
    "src/console/map/offline-map.ts",
    ["test/console/map-layers.test.ts"],
    [
      ["cities of a hundred thousand are named late", "6, 1e5, 7, 4e4", "6, 4e5, 7, 4e4"],
      ["millions of people are named late", "3, 3e6, 4, 1e6", "3, 8e6, 4, 1e6"],
      [
        "the offline map is always light",
        'LAND_COLOURS[isDark ? "dark" : "light"];\n  const empty',
        "LAND_COLOURS.light;\n  const empty",
      ],
      [
        "the coast has the colour of borders",
        '"line-color": colours.coast',
        '"line-color": colours.border',
      ],
      [
        "names of the offline map have no halo of the land",
        '"text-halo-color": land',
        '"text-halo-color": name',
      ],
      [
        "names of the offline map are there before their data",
        "  return {\n    ...HIDDEN,\n",
        "  return {\n",
      ],
      ["borders of the offline map are there before their data", "        layout: HIDDEN,\n", ""],
      ["the offline map begins without land", 'data: addressOfData("world-land"), ', ""],
      ["GeoNames has no credit", ', attribution: "GeoNames (CC BY 4.0)"', ""],
    ],
  ),
];
