import { inFile } from "../../fault.ts";

/** Faults in the drawing of an area, and in the distance to it. */
export const faults = [
  ...inFile(
    "src/console/person/drawing.ts",
    ["test/console/drawing.test.ts"],
    [
      ["the drawing has no margin", "const MARGIN = 16;", "const MARGIN = 0;"],
      ["who is ten times the width away is drawn", "const FAR = 6;", "const FAR = 10;"],
      [
        "the north of a drawing is below",
        "HEIGHT / 2 - (y - y0) * scale",
        "HEIGHT / 2 + (y - y0) * scale",
      ],
      [
        "a high area is as wide as the drawing",
        "const scale = Math.min(",
        "const scale = Math.max(",
      ],
      [
        "a person is drawn outside of the drawing",
        "extentOf(showsPlace ? [...points, own] : points)",
        "extentOf(points)",
      ],
      [
        "who is far to the north is near",
        "Math.hypot(own[0] - middle[0], own[1] - middle[1])",
        "Math.abs(own[0] - middle[0])",
      ],
      [
        "how far one is counts from a corner",
        "(low[0] + high[0]) / 2, (low[1] + high[1]) / 2] as const",
        "low[0], low[1]] as const",
      ],
      ["the names of a drawing end at the pole", "Math.min(89, latitude", "Math.min(90, latitude"],
      [
        "the names of a drawing begin at the pole",
        "Math.max(-89, latitude",
        "Math.max(-90, latitude",
      ],
      [
        "the bounds of a drawing are those of its middle",
        "[WIDTH / 2 / scale, HEIGHT / 2 / scale]",
        "[WIDTH / 4 / scale, HEIGHT / 4 / scale]",
      ],
      ["the rings of a drawing are open", '.join("L")}Z`', '.join("L")}`'],
      ["a line is drawn at the 180th meridian", "if (start === -1) return", "if (true) return"],
      ["the bar of a drawing skips two", "[5, 2, 1].map", "[5, 1].map"],
      ["the bar of a drawing is the shortest", "[5, 2, 1].map", "[1, 2, 5].map"],
      ["the bar of a drawing is longer than a quarter", "length <= most", "length <= 2 * most"],
    ],
  ),
  ...inFile(
    "src/console/person/nearest.ts",
    ["test/console/nearest.test.ts"],
    [["the cut at the 180th meridian is a border", " && !isCut(ring[at - 1], ring[at])", ""]],
  ),
  ...inFile(
    "src/console/person/meridian-cut.ts",
    ["test/console/nearest.test.ts", "test/console/drawing.test.ts"],
    [["a border along the 180th meridian is none", "isCut && SIDES.some", "SIDES.some"]],
  ),
  ...inFile(
    "src/console/person/place-names.ts",
    ["test/console/drawing.test.ts"],
    [
      [
        "the names of the largest cities are looked for in the list",
        "[metropolises(), ",
        '[placesIn("metropolises"), ',
      ],
      [
        "the smallest places of a drawing have names",
        "sort((a: InhabitedPlace, b: InhabitedPlace) => b[4] - a[4])",
        "sort((a: InhabitedPlace, b: InhabitedPlace) => a[4] - b[4])",
      ],
      [
        "names of a drawing lie on each other",
        "if (isIn && ![...own, ...names].some((other) => overlaps(one, other)))",
        "if (isIn)",
      ],
      ["a name lies on the person", "![...own, ...names].some", "!names.some"],
      ["a name lies on the person's own", "[4, 23].map", "[4].map"],
      ["names stand over the left edge", "x > half && ", ""],
      ["names stand over the right edge", " && x < WIDTH - half", ""],
      ["names stand over the upper edge", " && y > LINE", ""],
      ["names stand over the lower edge", " && y < HEIGHT - LINE", ""],
      ["a drawing has all names", "    if (names.length === MOST) break;\n", ""],
      [
        "a drawing of a continent loads all towns",
        "  if (files.length > MOST_FILES * 2) return [];\n",
        "",
      ],
      [
        "a drawing has no names of towns",
        '(["cities", "towns"] as const)',
        '(["cities"] as const)',
      ],
      [
        "a place of another line is in the way",
        "Math.abs(a.y - b.y) < LINE &&",
        "Math.abs(a.y - b.y) < 3 * LINE &&",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/distance.ts",
    ["test/console/how-far.test.ts"],
    [
      [
        "the north is called north-east",
        't("{distance} to the north"',
        't("{distance} to the north-east"',
      ],
      [
        "the north-east is called north",
        't("{distance} to the north-east"',
        't("{distance} to the north"',
      ],
      [
        "the east is called north-east",
        't("{distance} to the east"',
        't("{distance} to the north-east"',
      ],
      [
        "the south-east is called south",
        't("{distance} to the south-east"',
        't("{distance} to the south"',
      ],
      [
        "the south is called south-east",
        't("{distance} to the south"',
        't("{distance} to the south-east"',
      ],
      [
        "the south-west is called south",
        't("{distance} to the south-west"',
        't("{distance} to the south"',
      ],
      [
        "the west is called north-west",
        't("{distance} to the west"',
        't("{distance} to the north-west"',
      ],
      [
        "the north-west is called west",
        't("{distance} to the north-west"',
        't("{distance} to the west"',
      ],
      ["almost north has no name", "Math.round(bearing / 45) % 8", "Math.round(bearing / 45)"],
      ["a direction is rounded down", "Math.round(bearing / 45)", "Math.floor(bearing / 45)"],
      ["who is inside is told a direction", "if (isInside)\n", "if (!isInside)\n"],
      [
        "the distance is the drawing's although the service said one",
        "said && said.distance > 0 ? said.distance : nearest.metres",
        "nearest.metres",
      ],
      ["the border is no metre away in the area", "said && said.distance > 0 ?", "said ?"],
      [
        "how far it is counts from the zone of level TWO",
        "nearestBorder(zones.ONE, place)",
        "nearestBorder(zones.TWO, place)",
      ],
      ["an old place goes before the last message", "here && isLatest(here, concern)", "here"],
      ["a place that was not kept is one", "last?.placeKept ?", "last ?"],
      [
        "a place of the last message has the time of this one",
        "at: last.createdAt",
        "at: here?.takenAt ?? 0",
      ],
    ],
  ),
  ...inFile(
    "src/console/person/where.ts",
    ["test/console/how-far.test.ts"],
    [
      [
        "a place that a message came of is older than it",
        "const SAME_TIME = 60;",
        "const SAME_TIME = 0;",
      ],
    ],
  ),
];
