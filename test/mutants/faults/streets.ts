import { inFile } from "../fault.ts";

/** Faults in the search of streets and addresses. */
export const faults = [
  ...inFile(
    "src/streets/find.ts",
    ["test/http/streets.test.ts"],
    [
      ["a quotation mark is the database's language", ".replaceAll('\"', '\"\"')", ""],
      ["a question has any number of words", "    .slice(0, MOST_WORDS)\n", ""],
    ],
  ),
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
    "src/streets/tiles.ts",
    ["test/streets/tiles.test.ts"],
    [
      ["the last directory of a large map is left out", "?? Number.POSITIVE_INFINITY", "?? 0"],
      [
        "a directory of a large map is read at the wrong place",
        "header.leafDirectoryOffset + entry.offset",
        "entry.offset",
      ],
      [
        "a directory of a large map is taken for a tile",
        "if (entry.runLength > 0)",
        "if (entry.runLength >= 0)",
      ],
    ],
  ),
  ...inFile(
    "src/streets/build.ts",
    ["test/streets/search.test.ts"],
    [
      [
        "a degree of longitude is as long as one of latitude",
        "(place.longitude - longitude) * narrow",
        "place.longitude - longitude",
      ],
      [
        "streets on both sides of the meridian are one",
        "Math.floor(degrees / SQUARE)",
        "Math.trunc(degrees / SQUARE)",
      ],
      [
        "a quarter tells streets apart",
        'if (kind === "place") places.push',
        'if (kind === "place" || kind === "quarter") places.push',
      ],
      ["a later piece is compared with the first", ", weight = excluded.weight\n", "\n"],
    ],
  ),
  ...inFile(
    "src/streets/names.ts",
    ["test/streets/names.test.ts"],
    [
      ["names of streets have spaces around them", "name.trim()", "name"],
      ["OpenMapTiles has no streets", '["roads", "transportation_name"]', '["roads"]'],
      ["OpenMapTiles has no house numbers", '  ["housenumber", "housenumber"],\n', ""],
      ["a hamlet is a quarter", ', "hamlet"]', "]"],
      ["OpenMapTiles has quarters only", "String(kind ?? sort)", "String(kind)"],
      [
        "a house has no street in the next tile",
        "streets.push({ text, points });",
        "if (points.every(isInside)) streets.push({ text, points });",
      ],
      ["a road without a name has houses", 'if (text === "" || feature', "if (feature"],
      ["the last edge of a street has its middle", "    left -= length;\n", ""],
    ],
  ),
  ...inFile(
    "src/streets/search.ts",
    ["test/http/streets.test.ts"],
    [
      ["ten questions may wait", "MOST_WAITING = 100", "MOST_WAITING = 10"],
      ["a user's questions keep others waiting", " || hasTooMany(userId)", ""],
      ["answered questions wait for ever", "waiting.delete(message.id);", ""],
      ["a question waits for the index", "if (!isReady) return Promise.resolve([]);", ""],
      ["a question after the end is never answered", "isReady = false;\n    for", "for"],
    ],
  ),
  ...inFile(
    "src/streets/index-file.ts",
    ["test/http/streets.test.ts"],
    [
      ["the index is made anew at each start", 'database.exec("commit");', ""],
      [
        "the index deletes what else the directory has",
        "file.startsWith(PREFIX) && !file",
        "!file",
      ],
    ],
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
  ...inFile(
    "src/streets/names.ts",
    ["test/streets/names.test.ts"],
    [
      [
        "a name that is a number ends the index",
        'typeof name === "string" ? name.trim() : ""',
        '(name as string | undefined)?.trim() ?? ""',
      ],
      ["a building without a number is an address", "number !== undefined && point &&", "point &&"],
      ["each tile has as many units", "Object.values(tile.layers)[0]?.extent ?? 4096", "4096"],
    ],
  ),
  ...inFile(
    "src/streets/build.ts",
    ["test/streets/search.test.ts"],
    [
      [
        "a stop with the name of its street is not found",
        "primary key (text, kind, x, y)",
        "primary key (text, x, y)",
      ],
    ],
  ),
  ...inFile(
    "src/streets/find.ts",
    ["test/http/streets.test.ts"],
    [["words with a comma between them are one", "/[\\s,\\p{C}]+/u", "/[\\s\\p{C}]+/u"]],
  ),
  ...inFile(
    "src/streets/thread.ts",
    ["test/http/streets.test.ts"],
    [
      [
        "a question that fails is the last one",
        "    answer({ id, found: [] });\n",
        "    throw error;\n",
      ],
    ],
  ),
  ...inFile(
    "src/streets/index-file.ts",
    ["test/streets/index-file.test.ts"],
    [
      [
        "an index is kept for a file of another size",
        "`${FORMAT} ${size} ${mtimeNs}`",
        "`${FORMAT} ${mtimeNs}`",
      ],
    ],
  ),
];
