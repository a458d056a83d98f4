import { inFile } from "../../fault.ts";

/** Faults in the console's geometry, and in how it reads areas. */
export const faults = [
  ...inFile(
    "src/console/geo/crossings.ts",
    ["test/console/crossings.test.ts"],
    [
      [
        "a crossing is marked at the other end of its edge",
        "const share = fromA / (fromA - toA);",
        "const share = toA / (toA - fromA);",
      ],
    ],
  ),
  ...inFile(
    "src/console/geo/cut.ts",
    ["test/console/cut.test.ts"],
    [
      [
        "a hole makes each shape what the first one is",
        "(shapes[index] as Shape).kind",
        "(shapes[0] as Shape).kind",
      ],
    ],
  ),
  ...inFile(
    "src/console/geo/measure.ts",
    ["test/console/geo.test.ts"],
    [
      [
        "long edges are measured in few pieces",
        "const MOST_PIECES = 400;",
        "const MOST_PIECES = 4;",
      ],
    ],
  ),
  ...inFile(
    "src/console/geo/measure.ts",
    ["test/console/pointer-measure.test.ts"],
    [["corners a metre apart are one", "const ONE_PLACE = 1e-7;", "const ONE_PLACE = 1e-5;"]],
  ),
  ...inFile(
    "src/console/geo/meridian.ts",
    ["test/console/meridian.test.ts"],
    [
      [
        "each corner of an area takes the turn of the first one",
        "      before = nearestTurn(x as number, before);\n      return [before, y as number];",
        "      return [nearestTurn(x as number, before), y as number];",
      ],
      [
        "an area that ends at the 180th meridian is refused",
        "if (pieces.length < 2) return together;",
        "if (pieces.length < 1) return together;",
      ],
      ["pieces are lost before what unites them is there", "  if (!whole) return together;\n", ""],
      [
        "several areas across the 180th meridian are one shape",
        'whole.type === "Polygon" ? [whole.coordinates] : whole.coordinates',
        "[whole.coordinates as Position[][]]",
      ],
      [
        "a last corner on the 180th meridian breaks the page",
        "open[(index + 1) % open.length]",
        "open[index + 1]",
      ],
    ],
  ),
  ...inFile(
    "src/console/geo/area.ts",
    ["test/console/meridian.test.ts"],
    [
      [
        "a rectangle is a circle",
        'return { kind: "polygon", coordinates: [ring] };',
        'return { kind: "circle", coordinates: [ring] };',
      ],
    ],
  ),
  ...inFile(
    "src/console/geo/read-area.ts",
    ["test/console/read-area.test.ts"],
    [
      [
        "longitude 360 is refused",
        "Math.abs(position[0] as number) <= 360",
        "Math.abs(position[0] as number) < 360",
      ],
      ["a corner of nothing breaks the page", "  Array.isArray(position) &&\n", ""],
      [
        "a polygon without rings breaks the page",
        "    .filter((rings) => listOf(rings).length > 0)\n",
        "",
      ],
      [
        "a collection without features breaks the page",
        "listOf(geojson.features)",
        "geojson.features",
      ],
      [
        "parts of nothing break the page",
        "return listOf(geojson.coordinates);",
        "return geojson.coordinates;",
      ],
    ],
  ),
  ...inFile(
    "src/console/geo/read-coordinates.ts",
    ["test/console/read-coordinates.test.ts"],
    [
      ["a comma after a degree is a decimal one", '  if (text.includes(".")) return text;\n', ""],
      ["minutes may be negative", "minutes >= 0 && ", ""],
      ["seconds may be negative", "seconds >= 0 && ", ""],
      [
        "the west cannot come first",
        'first.side === "E" || first.side === "W"',
        'first.side === "E"',
      ],
      [
        "a latitude beyond the South Pole is a place",
        "Math.abs(first.degrees) <= 90",
        "first.degrees <= 90",
      ],
      [
        "a longitude beyond -180 is a place",
        "Math.abs(second.degrees) <= 180",
        "second.degrees <= 180",
      ],
      ["three points of the compass are a place", "sides.length !== 2", "sides.length < 2"],
      ["degrees of a typewriter are no degrees", "°º'", "°'"],
      ["typographic minutes are no minutes", "″’”", "″”"],
      ["colons are no marks of minutes", ".,;:°", ".,;°"],
    ],
  ),
  ...inFile(
    "src/console/geo/well-known-text.ts",
    ["test/console/read-area.test.ts"],
    [
      ["well-known text with a line after it is not read", "text.trim().match", "text.match"],
      ["well-known text of several lines is not read", "$/is)", "$/i)"],
      [
        "small letters make a polygon several",
        'type.toUpperCase() === "POLYGON"',
        'type === "POLYGON"',
      ],
    ],
  ),
  ...inFile(
    "src/console/geo/files/read-file.ts",
    ["test/console/read-file.test.ts"],
    [
      ["a title is no name", "title|label", "label"],
      ["a label is no name", "title|label", "title"],
      ["a name in French is no name", "label|nom|", "label|"],
      ["a surname is a name", "/^(name", "/(name"],
      [
        "each problem of an area is its projection",
        "message === NOT_DEGREES ? OTHER_PROJECTION : message",
        "OTHER_PROJECTION",
      ],
      [
        "a file of nothing breaks the page",
        'geojson?.type === "FeatureCollection"',
        'geojson.type === "FeatureCollection"',
      ],
      [
        "an empty feature breaks the page",
        'feature?.type === "Feature"',
        'feature.type === "Feature"',
      ],
      [
        "a file's collection without features breaks the page",
        "listOf(geojson.features)",
        "geojson.features",
      ],
      ["a file of just 30 MB is too large", "file.size > MOST_BYTES", "file.size >= MOST_BYTES"],
    ],
  ),
  ...inFile(
    "src/console/geo/files/readers.ts",
    ["test/console/file-readers.test.ts"],
    [
      ["archives are not read ahead", "shapefileReader(), zipReader()", "shapefileReader()"],
      ["KML is not read ahead", "[kmlReader(), ", "["],
      ["nobody is told which code was not loaded", '    console.warn("Not loaded:", error);\n', ""],
    ],
  ),
  ...inFile(
    "src/console/geo/files/read-kml.ts",
    ["test/console/read-kml.test.ts"],
    [["damaged KML is read up to its damage", 'document.querySelector("parsererror") || ', ""]],
  ),
  ...inFile(
    "src/console/geo/zones.ts",
    ["test/console/geo.test.ts"],
    [
      [
        "the zones of an area that crosses itself break the page",
        "      return [];\n",
        "      throw new Error();\n",
      ],
      [
        "zones of several parts lie at Greenwich",
        "area.coordinates.map((rings) => rings.map((ring) => movedEast(ring, degrees)))",
        "area.coordinates",
      ],
    ],
  ),
  ...inFile(
    "src/console/geo/files/unzip.ts",
    ["test/console/read-file.test.ts"],
    [["an archive with a comment is damaged", "bytes.subarray(-65_557)", "bytes.subarray(-22)"]],
  ),
  ...inFile(
    "src/console/geo/files/file-error.ts",
    ["test/console/read-file.test.ts"],
    [["a file of 3 MB is too large", "MOST_BYTES = 30_000_000", "MOST_BYTES = 3_000_000"]],
  ),
];
