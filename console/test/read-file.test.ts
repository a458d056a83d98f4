/// <reference types="node" />
import { expect, test } from "@jest/globals";
import { readFile } from "../src/geo/files/read-file.ts";
import { shp } from "./helpers/shapefile.ts";
import { square } from "./helpers/square.ts";
import { zip } from "./helpers/zip.ts";

const read = (content: string | Buffer, name = "valley.geojson") =>
  readFile(new File([content as never], name));
const SQUARE = square(11, 44, 1);
/** In shapefiles, outer rings run clockwise. */
const CLOCKWISE = SQUARE.toReversed();
const polygon = (ring: number[][]) => ({ type: "Polygon", coordinates: [ring] });
const feature = (properties: object, geometry: object) =>
  ({ type: "Feature", properties, geometry }) as const;
const collection = (...features: object[]) =>
  JSON.stringify({ type: "FeatureCollection", features });
const corners = (areas: Awaited<ReturnType<typeof read>>) =>
  areas.map(({ name, shapes }) => [name, shapes.map(({ coordinates }) => coordinates)]);
/** ETRS89 / UTM zone 32N. */
const UTM =
  'PROJCS["ETRS89 / UTM zone 32N",GEOGCS["ETRS89",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["Meter",1]]';
const METRES = [
  [686000, 4929000],
  [686000, 4930000],
  [687000, 4930000],
  [687000, 4929000],
  [686000, 4929000],
];

test("reads each area of GeoJSON or well-known text with its name, or that of the file", async () => {
  const named = feature({ id: 7, NAME: " Upper part " }, polygon(SQUARE));
  const unnamed = feature({ name: "", title: 7 }, polygon(square(13, 44, 1)));
  expect(corners(await read(collection(named, unnamed)))).toEqual([
    ["Upper part", [[SQUARE]]],
    ["valley 2", [[square(13, 44, 1)]]],
  ]);
  expect(corners(await read(JSON.stringify(polygon(SQUARE))))).toEqual([["valley", [[SQUARE]]]]);
  const text = SQUARE.map((at) => at.join(" ")).join();
  expect(corners(await read(`POLYGON((${text}))`, "a.wkt"))).toEqual([["a", [[SQUARE]]]]);
});

test.each(["name_it", "Nam", "Title", "label", "NOM", "nome", "Nombre"])(
  "the property %s is the name of an area",
  async (key) => {
    const areas = await read(
      collection(feature({ surname: "x", filename: "y", [key]: "Delta" }, polygon(SQUARE))),
    );
    expect(areas.map(({ name }) => name)).toEqual(["Delta"]);
  },
);

test("reads a zipped shapefile, in degrees and in the projection of its .prj file", async () => {
  const inDegrees = await read(zip({ "In/Valley.SHP": shp(CLOCKWISE) }), "valley.zip");
  expect(inDegrees[0]?.shapes[0]?.coordinates[0]?.map(String).sort()).toEqual(
    SQUARE.map(String).sort(),
  );
  const projected = await read(
    zip({ "valley.shp": shp(METRES), "valley.prj": UTM, "__MACOSX/valley.shp": "x" }),
    "valley.zip",
  );
  const stored = zip({ "a.txt": "x", "valley.shp": shp(CLOCKWISE) }, { isPacked: false });
  expect(await read(stored, "valley.zip")).toEqual(inDegrees);
  const [longitude, latitude] = projected[0]?.shapes[0]?.coordinates[0]?.[0] ?? [];
  expect(longitude).toBeCloseTo(11.339, 3);
  expect(latitude).toBeCloseTo(44.49, 2);
});

test("reads an archive that ends with a comment", async () => {
  const archive = zip({ "a.shp": shp(CLOCKWISE) });
  const comment = Buffer.from("From the office of the valley");
  archive.writeUInt16LE(comment.length, archive.length - 2);
  expect(await read(Buffer.concat([archive, comment]), "a.zip")).toHaveLength(1);
});

test("reads GeoJSON in a folder of an archive", async () => {
  const parts = { "In/a.geojson": collection(feature({ name: "Delta" }, polygon(SQUARE))) };
  expect(corners(await read(zip(parts), "all.zip"))).toEqual([["Delta", [[SQUARE]]]]);
});

test.each([
  ["Delta ", "latin1", undefined],
  ["Délta", "utf8", "UTF-8"],
  ["Délta ", "latin1", "1252"],
] as const)("reads the names in a shapefile's table: %j in %s", async (name, encoding, cpg) => {
  const field = Buffer.alloc(32);
  field.write("NAME\0\0\0\0\0\0\0C", "latin1");
  field[16] = 6;
  const head = Buffer.alloc(32);
  head.writeUInt32LE(1, 4);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(7, 10);
  const dbf = Buffer.concat([head, field, Buffer.from(`\r ${name}\x1a`, encoding)]);
  const parts = { "a.shp": shp(CLOCKWISE), "a.dbf": dbf, ...(cpg && { "a.cpg": cpg }) };
  const [area] = await read(zip(parts), "a.zip");
  expect(area?.name).toBe(name.trim());
});

/** Returns the ring of a coast with `corners` corners. */
const ringOf = (corners: number) =>
  Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * (at % (corners - 1))) / (corners - 1);
    return [Math.cos(angle), Math.sin(angle)];
  });
const coast = (corners: number) => JSON.stringify(polygon(ringOf(corners)));

test("reads a file of 30 MB", async () => {
  const text = JSON.stringify({ ...polygon(SQUARE), note: "?" });
  const file = text.replace("?", "x".repeat(30_000_000 - text.length + 1));
  expect(await read(file, "a.json")).toHaveLength(1);
});

test("reads an area of ten thousand corners", async () => {
  expect(await read(coast(10_000), "coast.json")).toHaveLength(1);
});

test.each<[string, string | Buffer, string, string]>([
  ["is empty", "", "a.kml", "The file is empty."],
  ["is huge", Buffer.alloc(30_000_001), "a.zip", "larger than 30 MB"],
  ["unpacks to something huge", zip({ "a.shp": Buffer.alloc(30_000_001) }), "a.zip", "larger than"],
  [
    "unpacks to files that are huge together",
    zip({ "a.shp": Buffer.alloc(16_000_000), "b.shp": Buffer.alloc(16_000_000) }),
    "a.zip",
    "larger than",
  ],
  ["is something else", "name,email\n", "a.csv", "not GeoJSON, KML, a zipped shapefile"],
  ["is a damaged archive", zip({ "a.shp": shp(CLOCKWISE) }).subarray(0, 90), "a.zip", "damaged"],
  ["is an archive of something else", zip({ "a.txt": "x" }), "a.zip", "no shapefile"],
  ["is a shapefile without its other parts", shp(CLOCKWISE), "a.shp", "pack the .shp"],
  ["has points only", zip({ "a.shp": shp([[11, 44]]) }), "a.zip", "only points and lines"],
  ["has no feature", collection(), "a.json", "only points and lines"],
  ["is in metres, without a .prj file", zip({ "a.shp": shp(METRES) }), "a.zip", "add its .prj"],
  ["is in metres", JSON.stringify(polygon(METRES)), "a.json", "not in degrees"],
  ["has a line as an area", JSON.stringify(polygon(SQUARE.slice(0, 2))), "a.json", "three corners"],
  ["has nothing in it", "null", "a.json", "only points and lines"],
  ["has no features", '{"type": "FeatureCollection"}', "a.json", "only points and lines"],
  ["has an empty feature", collection(null as never), "a.json", "only points and lines"],
  [
    "crosses itself",
    collection(
      feature(
        { name: "Bow" },
        polygon([
          [0, 0],
          [2, 1],
          [2, 0],
          [0, 1],
          [0, 0],
        ]),
      ),
    ),
    "a.json",
    "“Bow” crosses itself at 0.5000, 1.0000",
  ],
  [
    "crosses itself in its second part",
    JSON.stringify({
      type: "MultiPolygon",
      coordinates: [
        [SQUARE],
        [
          [
            [0, 0],
            [2, 1],
            [2, 0],
            [0, 1],
            [0, 0],
          ],
        ],
      ],
    }),
    "a.json",
    "“a” crosses itself",
  ],
  [
    "has too many corners in its parts together",
    JSON.stringify({
      type: "MultiPolygon",
      coordinates: [0, 5].map((east) => [ringOf(5001).map(([x = 0, y = 0]) => [x + east, y])]),
    }),
    "a.json",
    "“a” has more than 10,000 corners",
  ],
  ["has too many corners", coast(10_002), "coast.json", "“coast” has more than 10,000 corners"],
])("refuses a file that %s, and says why", async (_what, content, name, why) => {
  await expect(read(content, name)).rejects.toThrow(why);
});
