import { inFile } from "../../fault.ts";

/** Faults in what the console says about alerts, and in how its map draws them. */
export const faults = [
  ...inFile(
    "src/console/words/changes.ts",
    ["test/console/changes.test.ts"],
    [
      [
        "a new title is no change",
        "if (version.title !== before.title)",
        "if (version.title === before.title)",
      ],
      ["a new text THREE is said to be TWO", '["text3", "THREE"]', '["text3", "TWO"]'],
      [
        "the new distance of THREE is TWO's",
        "metres(version.level3Distance)",
        "metres(version.level2Distance)",
      ],
      ["a new end is no change", "if (version.expiresAt !== before.expiresAt)", "if (!before)"],
      [
        "each version has another area",
        "JSON.stringify(version.areaGeoJson) !== JSON.stringify(before.areaGeoJson)",
        "version.areaGeoJson !== before.areaGeoJson",
      ],
    ],
  ),
  ...inFile(
    "src/console/words/numbers.ts",
    ["test/console/words.test.ts"],
    [
      ["0.1 km² are in square metres", "area < 100_000", "area <= 100_000"],
      ["square kilometres are thousands of square metres", "area / 1e6", "area / 1e3"],
    ],
  ),
  ...inFile(
    "src/console/words/places.ts",
    ["test/console/words.test.ts"],
    [
      [
        "a longitude comes first",
        "`${degrees.format(latitude)}, ${degrees.format(longitude)}`",
        "`${degrees.format(longitude)}, ${degrees.format(latitude)}`",
      ],
      [
        "places of one name have no region",
        "[region, countries.of(country)]",
        "[countries.of(country)]",
      ],
    ],
  ),
  ...inFile(
    "src/console/words/push.ts",
    ["test/console/push-words.test.ts"],
    [
      ["a provider that fails is off", 'if (state === "OFF")', 'if (state !== "ON")'],
      ["a provider's own reason is lost", 'return reason ?? ""', 'return ""'],
    ],
  ),
  ...inFile(
    "src/console/words/refusals.ts",
    ["test/console/refusals.test.ts"],
    [
      [
        "a refused text TWO is said to be ONE",
        '[/^text2/, t("Write text TWO',
        '[/^text2/, t("Write text ONE',
      ],
      ["versions of a conflict are swapped", "(theirs, yours) =>", "(yours, theirs) =>"],
      [
        "a message of its own is lost",
        "sentenceFor(message) ?? message",
        'sentenceFor(message) ?? ""',
      ],
    ],
  ),
  ...inFile(
    "src/console/words/time.ts",
    ["test/console/words.test.ts"],
    [
      [
        "a moment of last year has no year",
        "date.getFullYear() === new Date().getFullYear() ? withZone : withYear",
        "withZone",
      ],
    ],
  ),
  ...inFile(
    "src/console/words/versions.ts",
    ["test/console/words.test.ts"],
    [["the first update is the second", "version - 1", "version"]],
  ),
  ...inFile(
    "src/console/map/throttle-effect.ts",
    ["test/console/throttle-effect.test.ts"],
    [
      ["each change draws the map", "    if (isWaiting) return;\n", ""],
      ["the map is drawn once only", "        isWaiting = false;\n", ""],
      ["the map is drawn without a rest", "        lastRun = performance.now();\n", ""],
    ],
  ),
  ...inFile(
    "src/console/map/overlay.ts",
    ["test/console/overlay.test.ts"],
    [
      [
        "zones of another style lie below nothing",
        "below && map.getLayer(below) ? below : undefined",
        "below",
      ],
      ["empty layers are drawn", "overlay.show(shown.length > 0);", "overlay.show(true);"],
      ["a layer that is gone breaks the map", "if (map.getLayer(layer))", "if (layer)"],
    ],
  ),
  ...inFile(
    "src/console/map/position-features.ts",
    ["test/console/people-on-map.test.ts"],
    [
      [
        "longitude and latitude are swapped",
        "coordinates: [longitude, latitude]",
        "coordinates: [latitude, longitude]",
      ],
      ["who is gone stays on the map", "remove: gone", "remove: []"],
      [
        "positions do not grow pale",
        "performance.now() - redrawnAt < REDRAW_INTERVAL",
        "performance.now() > 0",
      ],
      [
        "people are drawn on each screen",
        "isShown ? Array.from(positions.values(), featureOf) : []",
        "Array.from(positions.values(), featureOf)",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/position-layers.ts",
    ["test/console/map-layers.test.ts"],
    [["an old position is stale", "1, OLD, 0.6, STALE, 0.3", "1, OLD, 0.3, STALE, 0.3"]],
  ),
  ...inFile(
    "src/console/map/recipient-layers.ts",
    ["test/console/map-layers.test.ts"],
    [
      [
        "who has seen it is an empty dot",
        '["get", "seen"], byLevel, "#ffffff"',
        '["get", "seen"], "#ffffff", byLevel',
      ],
    ],
  ),
  ...inFile(
    "src/console/map/zone-layers.ts",
    ["test/console/map-layers.test.ts"],
    [
      [
        "the real thing is marked, and an exercise is not",
        'filter: ["!=", ["get", "mark"], ""]',
        'filter: ["==", ["get", "mark"], ""]',
      ],
      ["zone THREE covers ONE", "LEVELS.toReversed()", "[...LEVELS]"],
    ],
  ),
  ...inFile(
    "src/console/map/file-schemas.ts",
    ["test/console/map-layers.test.ts"],
    [
      ["things without a name are named", '  if (has) filters.push(["has", has]);\n', ""],
      [
        "a file of OpenMapTiles has nothing",
        'layers.includes("transportation") ? OPENMAPTILES : PROTOMAPS',
        "PROTOMAPS",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/file-style.ts",
    ["test/console/map-layers.test.ts"],
    [
      ["streets have no edge", "pixels + EDGE", "pixels"],
      ["areas are drawn of lines", "...of(id, kind, isPolygon)", "...of(id, kind, isLine)"],
      ["houses have the number of their name", "      text: schema.houseNumber,\n", ""],
    ],
  ),
  ...inFile(
    "src/console/map/offline-map.ts",
    ["test/console/offline-map.test.ts"],
    [
      ["places across the 180th meridian are missing", "nearestTurn(longitude, lng)", "longitude"],
      [
        "the largest cities go when one zooms in",
        "[...always, ...within(map, come)]",
        "within(map, come)",
      ],
      ["all places of a file are drawn", "...within(map, come)]", "...come]"],
      [
        "each file draws the map",
        "if (!isAwaited) requestAnimationFrame(show);",
        "requestAnimationFrame(show);",
      ],
      ["places are drawn once only", "    isAwaited = false;\n", ""],
      [
        "towns come with the cities",
        "zoom >= TOWNS_FROM && showTowns()",
        "zoom >= CITIES_FROM && showTowns()",
      ],
      [
        "fine land is loaded again and again",
        "isFine || map.getZoom() < FINE_FROM",
        "map.getZoom() < FINE_FROM",
      ],
      ["coarse land replaces the fine one", "    await coarse;\n", ""],
      [
        "names lie on the tiles of a map server",
        "hasNames ? fillNames(map) : undefined",
        "fillNames(map)",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/show-areas.ts",
    ["test/console/screens/show-areas.test.ts"],
    [
      ["the tools cover an area", "top: 100", "top: 50"],
      ["a small area fills the map", "maxZoom: LARGEST_ZOOM, ", ""],
      ["the map flies to an area", ", animate: false", ""],
      ["the map moves to nothing", "  if (!bounds) return;\n", ""],
      [
        "a place that no map can show is a fault of the page",
        "theMap().catch(noMap);\n  const center",
        "theMap();\n  const center",
      ],
      [
        "areas that no map can show are a fault of the page",
        "theMap().catch(noMap);\n  map?.fitBounds",
        "theMap();\n  map.fitBounds",
      ],
      ["the map moves out to a place", "Math.max(map.getZoom(), NEAR_ZOOM)", "NEAR_ZOOM"],
    ],
  ),
  ...inFile(
    "src/console/map/hole-keeper.ts",
    ["test/console/rings.test.ts"],
    [
      ["holes of a deleted shape stay", "      if (!outerRing) draw.removeFeatures([id]);\n", ""],
      [
        "holes follow another shape",
        "ring.properties.part === hole.properties.part && !isHole(ring)",
        "!isHole(ring)",
      ],
      ["holes run ahead of their shape", "    remember();\n  }\n  return", "  }\n  return"],
    ],
  ),
  ...inFile(
    "src/console/map/rings.ts",
    ["test/console/rings.test.ts"],
    [
      [
        "a hole of two corners is cut",
        "ring && cornersOf(ring).length >= 3 ? ring : undefined",
        "ring",
      ],
      ["a rectangle is no shape", ' || mode === "rectangle"', ""],
      ["corners are off by a hundred metres", "PRECISION = 9", "PRECISION = 3"],
    ],
  ),
  ...inFile(
    "src/console/map/places.ts",
    ["test/console/place-search.test.ts"],
    [
      ["files of places are loaded again and again", "    if (known) return known;\n", ""],
      ["a file that failed is never loaded", "      running.delete(name);\n", ""],
      [
        "a place with an accent is not found",
        "plain(place[0]).startsWith(prefix)",
        "place[0].toLowerCase().startsWith(prefix)",
      ],
      ["more places are found than wanted", "    if (found.length === most) break;\n", ""],
    ],
  ),
  ...inFile(
    "src/console/map/fetch-data.ts",
    ["test/console/place-search.test.ts"],
    [
      [
        "a file that cannot be loaded is an empty one",
        "if (!response.ok) throw",
        "if (!response) throw",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/find-streets.ts",
    ["test/console/place-search.test.ts"],
    [
      ["each key asks the host for streets", "  if (!isNewest()) return [];\n", ""],
      ["a host without a file is asked for streets", "  if (!hasStreets()) return [];\n", ""],
      [
        "a host's refusal is a street",
        "response.ok ? await response.json() : []",
        "await response.json()",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/pointer-measure.ts",
    ["test/console/pointer-measure.test.ts"],
    [
      [
        "the pointer waits for a coast of thousands of corners",
        "corners.length > MOST_CORNERS",
        "corners.length < 0",
      ],
      [
        "measures stay at the pointer after a drag",
        "  else if (!isUnfinished) pointerMeasure.value = [];\n",
        "",
      ],
    ],
  ),
];
