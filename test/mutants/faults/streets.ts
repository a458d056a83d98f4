import { inFile } from "../fault.ts";

/** Faults in the search of streets and addresses. */
export const faults = [
  ...inFile(
    "src/streets/nearest.ts",
    ["test/streets/nearest.test.ts"],
    [
      ["a street goes on past its end", "Math.max(0, Math.min(1, along))", "Math.max(0, along)"],
      [
        "a street begins before its beginning",
        "Math.max(0, Math.min(1, along))",
        "Math.min(1, along)",
      ],
      ["a point that comes twice has no distance", "length === 0 ? 0 : ", ""],
      ["the last street of several counts", "distance >= best", "distance > best"],
      ["a street is as near as its square", "let best = most * most", "let best = most"],
      ["the first edge of a street counts", "at < line.points.length", "at < 2"],
    ],
  ),
  ...inFile(
    "src/streets/build.ts",
    ["test/streets/search.test.ts"],
    [
      ["the last piece stands for a street", "where excluded.weight > weight", ""],
      [
        "the shortest piece stands for a street",
        "excluded.weight > weight",
        "excluded.weight < weight",
      ],
      ["a place is far away", "const AROUND = 1", "const AROUND = 3"],
      ["a place is its own place", " || place.text === text) continue", ") continue"],
      ["the last place is the nearest", "distance >= best || ", ""],
      ["names come as they were found", "from names order by kind, text", "from names"],
      ["streets of one name are one everywhere", "const SQUARE = 0.1", "const SQUARE = 10"],
    ],
  ),
  ...inFile(
    "src/streets/find.ts",
    ["test/streets/search.test.ts"],
    [
      ["more names than one reads", "const MOST = 6", "const MOST = 60"],
      [
        "house numbers are found without a number",
        "and (? or kind <> ${ADDRESS})",
        "and (? or true)",
      ],
      ["a house is no address", "isAddress: row.isAddress === 1", "isAddress: row.isAddress !== 1"],
    ],
  ),
  ...inFile(
    "src/streets/tiles.ts",
    ["test/streets/search.test.ts"],
    [["names of all zooms are found", "if (entry.tileId >= first) yield entry", "yield entry"]],
  ),
  ...inFile(
    "src/streets/names.ts",
    ["test/streets/search.test.ts"],
    [
      [
        "points come before places",
        '["street", "place", "quarter", "point"',
        '["street", "point", "place", "quarter"',
      ],
    ],
  ),
];
