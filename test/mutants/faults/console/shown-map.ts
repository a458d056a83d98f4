import { inFile } from "../../fault.ts";

/** Faults in how a screen gets the map, and in what the map shows there. */
export const faults = [
  ...inFile(
    "src/console/map/map-view.tsx",
    ["test/console/screens/map-view.test.ts"],
    [
      [
        "the map covers what a screen puts on it",
        "place.current?.prepend(mapElement);",
        "place.current?.append(mapElement);",
      ],
      [
        "the map does not fit into a screen of another width",
        "clientWidth === mapElement.clientWidth && ",
        "",
      ],
      [
        "the map does not fit into a screen of another height",
        " && clientHeight === mapElement.clientHeight",
        "",
      ],
      ["the map is drawn again on each screen", "if (!isFitting) map.resize();", "map.resize();"],
      ["nobody is told why there is no map", "          console.error(error);\n", ""],
      ["the map stays on a screen that was left", "return () => mapElement.remove();", ""],
      ["the map keeps the name of its first screen", "}, [label]);", "}, []);"],
      ["a map that cannot be drawn is an unhandled fault", "      () => {},\n    );", "    );"],
      ["a map that is on its way seems to be there", "useState(true)", "useState(false)"],
      [
        "nobody sees why there is no map",
        '{problem && <p class="problem map-problem">{problem}</p>}',
        "",
      ],
      ["a screen's tools are not on the map", "      {children}\n", ""],
      ["the map's place has no style", '<div class="map" ref', "<div ref"],
      [
        "why there is no map lies under the tools",
        'class="problem map-problem"',
        'class="problem"',
      ],
    ],
  ),
  ...inFile(
    "src/console/map/map-picture.tsx",
    ["test/console/screens/map-picture.test.ts"],
    [
      ["a picture is of another part of the map", "      await showAreas(areas);\n", ""],
      ["a picture of nothing fails", "  if (!bounds) return;\n", ""],
      [
        "a map that has drawn all is never in the picture",
        "      map.triggerRepaint();\n    }\n    take",
        "    }\n    take",
      ],
      [
        "a map that is still is not in the picture after two seconds",
        '        map.once("render", copyNow);\n        map.triggerRepaint();',
        '        map.once("render", copyNow);',
      ],
      [
        "a picture without a map is an unhandled fault",
        "take().catch(console.error);",
        "void take();",
      ],
      ["the picture of the map has no style", 'class="map-picture"', ""],
    ],
  ),
  ...inFile(
    "src/console/map/offline-map.ts",
    ["test/console/offline-map.test.ts"],
    [
      [
        "countries lie at their latitude for a longitude",
        "labels.map(([name, x, y]) => named(name, x, y))",
        "labels.map(([name, x, y]) => named(name, y, x))",
      ],
      [
        "places lie at their latitude for a longitude",
        "named(name, longitude, latitude, size)",
        "named(name, latitude, longitude, size)",
      ],
      [
        "places have no inhabitants, so none is named from afar",
        "named(name, longitude, latitude, size)",
        "named(name, longitude, latitude)",
      ],
      [
        "a file of places that cannot be loaded is an unhandled fault",
        "void loadDetails().catch(console.error)",
        "void loadDetails()",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/offline-map.ts",
    ["test/console/map-layers.test.ts"],
    [
      ["cities have names late", "minzoom: 2.5,", "minzoom: 5,"],
      [
        "places are written without their names",
        '    ...HIDDEN,\n    "text-field": ["get", "name"]',
        '    ...HIDDEN,\n    "text-field": ["get", "text"]',
      ],
      [
        "countries are written without their names",
        '          ...HIDDEN,\n          "text-field": ["get", "name"]',
        '          ...HIDDEN,\n          "text-field": ["get", "text"]',
      ],
      ["borders are the coast", 'source: "borders",', 'source: "land",'],
      ["towns are named as cities", 'source: "towns",', 'source: "cities",'],
    ],
  ),
  ...inFile(
    "src/console/map/own-layers.ts",
    ["test/console/map-layers.test.ts"],
    [
      ["crossings are not marked on the map", "  addCrossingLayers(map);\n", ""],
      [
        "people cover the marks of crossings",
        "  addPositionLayers(map);\n  addRecipientLayers(map);\n  addCrossingLayers(map);",
        "  addCrossingLayers(map);\n  addPositionLayers(map);\n  addRecipientLayers(map);",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/zone-layers.ts",
    ["test/console/map-layers.test.ts"],
    [
      [
        "an exercise has its name for a mark",
        '"text-field": ["get", "mark"]',
        '"text-field": ["get", "name"]',
      ],
      ["a mark gives way to names", '    "text-allow-overlap": true,\n', ""],
      ["a mark is once in the middle of a zone", '    "symbol-placement": "line",\n', ""],
    ],
  ),
  ...inFile(
    "src/console/map/position-layers.ts",
    ["test/console/map-layers.test.ts"],
    [["people who are near each other are not counted together", "cluster: true, ", ""]],
  ),
  ...inFile(
    "src/console/map/position-layers.ts",
    ["test/console/people-on-map.test.ts"],
    [
      [
        "people stay where they were at first",
        "[positionsChanged.value, showsPositions.value]",
        "[showsPositions.value]",
      ],
      [
        "the map keeps people on a screen that shows none",
        "[positionsChanged.value, showsPositions.value]",
        "[positionsChanged.value]",
      ],
      [
        "people are drawn without a rest",
        "throttleEffect(change, REST,",
        "throttleEffect(change, 0,",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/countries.ts",
    ["test/console/place-search.test.ts"],
    [
      [
        "the area of a country is that of the next one",
        "`country-${index}`",
        "`country-${index + 1}`",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/find-streets.ts",
    ["test/console/place-search.test.ts"],
    [
      ["each key asks the host", "const PAUSE = 150;", "const PAUSE = 0;"],
      [
        "nobody is told why streets are not searched",
        '    console.warn("Streets are not searched:", error);\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/file-map.ts",
    ["test/console/file-map.test.ts"],
    [
      [
        "the file's tiles have another protocol",
        "`${PROTOCOL}://{z}/{x}/{y}`",
        "`map://{z}/{x}/{y}`",
      ],
      [
        "the file's tiles have another order",
        "`${PROTOCOL}://{z}/{x}/{y}`",
        "`${PROTOCOL}://{z}/{y}/{x}`",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/preload.ts",
    ["test/console/screens/the-map.test.ts"],
    [
      [
        "workers are not started ahead",
        '  import("./workers.ts").then(({ startWorkers }) => startWorkers(), console.warn);\n',
        "",
      ],
      ["settings are not loaded ahead", "  void loadHostSettings();\n", ""],
      [
        "the land that is loaded ahead is not read",
        ".then((response) => response.arrayBuffer())",
        ".then((response) => response)",
      ],
      ["land that cannot be loaded ahead is an unhandled fault", "\n    .catch(() => {});", ";"],
      [
        "another land is loaded ahead",
        'addressOfData("world-land")',
        'addressOfData("coarse-land")',
      ],
    ],
  ),
  ...inFile(
    "src/console/map/the-map.ts",
    ["test/console/screens/the-map.test.ts"],
    [
      [
        "settings that are known are asked for again",
        "(hostSettings.peek() ?? (await loadHostSettings()))",
        "(await loadHostSettings())",
      ],
      ["the map has its credits twice", "    attributionControl: false,\n", ""],
      ["the map has a compass", "{ showCompass: false }", "{}"],
      ["the map tilts with the mouse", "    pitchWithRotate: false,\n", ""],
      [
        "the map's buttons are in English only",
        '      "NavigationControl.ZoomOut": t("Zoom out"),\n',
        "",
      ],
      [
        "the map is in another element",
        "    container: mapElement,",
        '    container: document.createElement("div"),',
      ],
      ["the map's element has no size", 'mapElement.className = "the-map";', ""],
      [
        "data that cannot be loaded are an unhandled fault",
        "void fillOfflineMap(map, !isRaster).catch(console.error);",
        "void fillOfflineMap(map, !isRaster);",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/palette.ts",
    ["test/console/screens/the-map.test.ts"],
    [["the map stays light at night", "  isDark.value = matches;\n", ""]],
  ),
  ...inFile(
    "src/console/map/palette.ts",
    ["test/console/map-layers.test.ts"],
    [
      ["dark buildings are those of the day", 'building: "#373c43"', 'building: "#dcd8cf"'],
      ["dark names of water are those of the day", 'waterName: "#8fb4c8"', 'waterName: "#3f6478"'],
    ],
  ),
  ...inFile(
    "src/console/map/show-draft.ts",
    ["test/console/screens/draft-stage.test.ts"],
    [["a draft without an area breaks the page", "  if (!area) return;\n", ""]],
  ),
  ...inFile(
    "src/console/map/file-style.ts",
    ["test/console/map-layers.test.ts"],
    [
      ["things are named in one language only", 'text = "name"', 'text = "name:en"'],
      [
        "railways look like streets",
        "        [18, 3],\n      ],\n      [4, 2],\n",
        "        [18, 3],\n      ],\n",
      ],
      ["a street is as wide as a motorway", "[18, 20],", "[18, 40],"],
      [
        "main streets are narrower than small ones",
        "[15, 7],\n      [18, 28],",
        "[15, 3],\n      [18, 28],",
      ],
      ["the edge of a street is thick", "const EDGE = 1.5;", "const EDGE = 15;"],
    ],
  ),
  ...inFile(
    "src/console/map/workers.ts",
    ["test/console/map-library.test.ts"],
    [
      ["the map's workers are made of what the page forbids", "  setWorkerUrl(workerUrl);\n", ""],
      ["the map has as many workers as the library likes", "  setWorkerCount(WORKERS);\n", ""],
      ["the map's workers do not start ahead", "  prewarm();\n", ""],
    ],
  ),
];
