/// <reference types="node" />
import "./helpers/globals.ts";
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { wkt } from "../../test/helpers/wkt.ts";
import { readFile } from "../src/geo/files/read-file.ts";
import { session } from "../src/state/session.ts";
import { dbf } from "./helpers/dbf.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";
import { shp, shpOf } from "./helpers/shapefile.ts";
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
const GEOGRAPHIC =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const METRES = wkt(
  "686000 4929000, 686000 4930000, 687000 4930000, 687000 4929000, 686000 4929000",
);

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

test("reads a zipped shapefile in degrees, packed or not, without the files that macOS adds", async () => {
  const inDegrees = await read(zip({ "In/Valley.SHP": shp(CLOCKWISE) }), "valley.zip");
  expect(inDegrees[0]?.shapes[0]?.coordinates[0]?.map(String).sort()).toEqual(
    SQUARE.map(String).sort(),
  );
  const stored = zip(
    {
      "a.txt": "x",
      "valley.shp": shp(CLOCKWISE),
      "In/__MACOSX/valley.shp": "x",
      "In/._a.shp": "x",
    },
    { isPacked: false },
  );
  expect(await read(stored, "valley.zip")).toEqual(inDegrees);
});

/** The bounds of areas as the service answers, each with its number of rings. */
const boundsOf = (areas: Awaited<ReturnType<typeof read>>) =>
  areas.flatMap(({ shapes }) =>
    shapes.map(({ coordinates: [outer = [], ...holes] }) => {
      const [x, y] = [0, 1].map((axis) => outer.map((at) => at[axis] as number)) as [
        number[],
        number[],
      ];
      return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y), holes.length];
    }),
  );

test("the service transforms what is in another coordinate system, in requests of its size", async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  const asked = fakeService({
    TransformedArea: ({ area }) => {
      const { coordinates } = area as { coordinates: number[][][][] };
      const turned = coordinates.map((rings) =>
        rings.map((ring) => ring.map(([x = 0, y = 0]) => [x / 100_000, y / 100_000])),
      );
      return { transformedArea: { type: "MultiPolygon", coordinates: turned } };
    },
  });
  const parts = {
    "a.shp": shp(METRES),
    "a.prj": UTM,
    "b.shp": shp(CLOCKWISE),
    "b.prj": GEOGRAPHIC,
  };
  expect(boundsOf(await read(zip(parts), "a.zip"))).toEqual([
    [6.86, 49.29, 6.87, 49.3, 0],
    [11, 44, 12, 45, 0],
  ]);
  const polygons = { type: "MultiPolygon", coordinates: [[METRES.toReversed()]] };
  expect(asked).toEqual([
    {
      name: "TransformedArea",
      variables: { area: expect.objectContaining({ type: "MultiPolygon" }), crs: UTM },
    },
  ]);
  asked.length = 0;
  const crs = (name: string) => ({ type: "name", properties: { name } });
  const large = Array.from({ length: 3 }, () =>
    feature({}, { ...polygon(ringOf(9000)), crs: crs("urn:ogc:def:crs:EPSG::3003") }),
  );
  const inMetres = { ...feature({}, polygons), crs: crs("EPSG:32632") };
  await read(collection(...large, inMetres, feature({}, polygon(SQUARE))));
  expect(asked.map(({ variables }) => variables.crs)).toEqual([
    "EPSG:3003",
    "EPSG:3003",
    "EPSG:32632",
  ]);
  fakeService({
    TransformedArea: () => refusal("BAD_USER_INPUT", "It was refused.", "CRS_DATUM"),
  });
  await expect(read(zip(parts), "a.zip")).rejects.toThrow(
    "does not know the coordinate system “ETRS89 / UTM zone 32N”",
  );
});

test.each([
  "urn:ogc:def:crs:OGC:1.3:CRS84",
  "EPSG:4326",
  "urn:ogc:def:crs:EPSG::4326",
  "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
])("the coordinate system %s is that of GeoJSON", async (name) => {
  const crs = { type: "name", properties: { name } };
  const file = JSON.stringify({
    type: "FeatureCollection",
    crs,
    features: [feature({}, polygon(SQUARE))],
  });
  expect(corners(await read(file))).toEqual([["valley", [[SQUARE]]]]);
});

test("a coordinate system without a code is refused by its name", async () => {
  const crs = { type: "name", properties: { name: "Monte Mario" } };
  for (const file of [
    { ...polygon(SQUARE), crs },
    feature({}, { ...polygon(SQUARE), crs }),
    { type: "GeometryCollection", geometries: [{ ...polygon(SQUARE), crs }] },
    { type: "FeatureCollection", crs, features: [feature({}, polygon(SQUARE))] },
  ]) {
    await expect(read(JSON.stringify(file))).rejects.toThrow("“Monte Mario” is not known");
  }
});

test("rings of a shapefile are pieces, holes and islands by how they lie", async () => {
  const windings = zip({ "a.shp": readFileSync("console/test/areas/two-windings.shp") });
  expect(boundsOf(await read(windings, "a.zip"))).toEqual([
    [11, 44, 11.1, 44.1, 0],
    [12, 44, 12.1, 44.1, 0],
  ]);
  const [island, lake, land] = [square(11.5, 44.5, 0.25), square(11.25, 44.25, 0.625), SQUARE];
  const other = square(13, 44, 1);
  const rings = [island, square(13.25, 44.25, 0.25), lake.toReversed(), land, other];
  for (const heights of [false, true]) {
    const areas = await read(zip({ "a.shp": shpOf([rings], { heights }) }), "a.zip");
    expect(boundsOf(areas)).toEqual([
      [11, 44, 12, 45, 1],
      [13, 44, 14, 45, 1],
      [11.5, 44.5, 11.75, 44.75, 0],
    ]);
  }
});

test("deleted records and their shapes are left out, and all layers are read", async () => {
  const parts = (names: string[], x: number) => ({
    [`${x}/a.shp`]: shpOf(names.map((_, index) => [square(x + index, 44, 0.5)])),
    [`${x}/a.dbf`]: dbf(names),
  });
  const file = zip({
    ...parts(["A", "*B", "C"], 11),
    ...parts(["C"], 21),
    "points/a.shp": shp([[11, 44]]),
  });
  const areas = await read(file, "a.zip");
  expect(areas.map(({ name }) => name)).toEqual(["A", "C", "C 2"]);
  expect(boundsOf(areas).map(([west]) => west)).toEqual([11, 13, 21]);
});

test("equal names are told apart", async () => {
  const areas = await read(readFileSync("console/test/areas/same-names.geojson"));
  expect(areas.map(({ name }) => name)).toEqual(["A", "B", "B 2", "C"]);
});

test("the deepest of several levels of names is the name", async () => {
  const names = {
    NAME_0: "Italy",
    NAME_1: "Emilia-Romagna",
    NAME_2: "Bologna",
    TYPE_2: "Province",
  };
  const areas = await read(
    collection(
      feature(names, polygon(SQUARE)),
      feature({ ...names, NAME_2: null }, polygon(SQUARE)),
    ),
  );
  expect(areas.map(({ name }) => name)).toEqual(["Bologna", "Emilia-Romagna"]);
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

test.each<[string, Buffer, number, string | undefined]>([
  ["Delta", Buffer.from("Delta"), 0, undefined],
  ["Délta", Buffer.from("Délta"), 0, "UTF-8"],
  // A column may end in the middle of a letter.
  ["Delta valley", Buffer.from("Delta valleyé").subarray(0, 12), 0, "UTF-8"],
  ["Delta valle", Buffer.from("Delta valleé").subarray(0, 12), 0, "UTF-8"],
  ["Délta", Buffer.from("Délta"), 0x57, undefined],
  ["Délta", Buffer.from("Délta", "latin1"), 0x57, undefined],
  ["Délta", Buffer.from("Délta", "latin1"), 0x02, "ISO 88591"],
  ["Délta", Buffer.from([0x44, 0x82, 0x6c, 0x74, 0x61]), 0x02, undefined],
  ["Délta", Buffer.from([0x44, 0x82, 0x6c, 0x74, 0x61]), 0, "OEM 437"],
  ["Żary", Buffer.from([0xaf, 0x61, 0x72, 0x79]), 0xc8, undefined],
  ["Żary", Buffer.from([0xaf, 0x61, 0x72, 0x79]), 0, "1250"],
])(
  "reads the name %s of a shapefile's table: %p, code page %d, .cpg %s",
  async (name, bytes, page, cpg) => {
    const parts = {
      "a.shp": shp(CLOCKWISE),
      "a.dbf": dbf([bytes], page),
      ...(cpg && { "a.cpg": cpg }),
    };
    const [area] = await read(zip(parts), "a.zip");
    expect(area?.name).toBe(name);
  },
);

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
  ["has points only", zip({ "a.shp": shp([[11, 44]]) }), "a.zip", "only points, lines and images"],
  ["has no feature", collection(), "a.json", "only points, lines and images"],
  ["is in metres, without a .prj file", zip({ "a.shp": shp(METRES) }), "a.zip", "add its .prj"],
  ["is in metres", JSON.stringify(polygon(METRES)), "a.json", "not in degrees"],
  [
    "ends in the middle of a shape",
    zip({ "a.shp": shp(CLOCKWISE).subarray(0, -8) }),
    "a.zip",
    "damaged",
  ],
  [
    "has one layer twice",
    zip({ "a.shp": shp(CLOCKWISE), "A.shp": shp(CLOCKWISE) }),
    "a.zip",
    "damaged",
  ],
  [
    "has names for other shapes",
    zip({ "a.shp": shp(CLOCKWISE), "a.dbf": dbf(["A", "B"]) }),
    "a.zip",
    "1 records, and the .dbf file 2",
  ],
  [
    "has names in an unknown encoding",
    zip({ "a.shp": shp(CLOCKWISE), "a.dbf": dbf(["A"]), "a.cpg": "EBCDIC" }),
    "a.zip",
    "the encoding EBCDIC",
  ],
  [
    "is an archive of archives",
    zip({ "a.shp": shp(CLOCKWISE), "b.kmz": "x" }),
    "a.zip",
    "“b.kmz” is an archive",
  ],
  [
    "is something else in JSON",
    JSON.stringify({ type: "Topology", objects: {} }),
    "a.json",
    "neither GeoJSON",
  ],
  [
    "has a hole that is as large as its area",
    JSON.stringify({ type: "Polygon", coordinates: [SQUARE, CLOCKWISE] }),
    "a.json",
    "“a”: A hole covers the whole area at 44.0000, 11.0000",
  ],
  [
    "has a hole outside of its area",
    JSON.stringify({ type: "Polygon", coordinates: [SQUARE, square(13, 44, 0.5)] }),
    "a.json",
    "“a”: A hole lies outside of the area at 44.0000, 13.0000",
  ],
  [
    "has an area without a width",
    collection(
      feature({ name: "Line" }, polygon(wkt("11.1 44.1, 11.2 44.2, 11.3 44.3, 11.1 44.1"))),
    ),
    "a.json",
    "“Line”: The corners of a part lie on one line at 44.1000, 11.1000",
  ],
  [
    "has a line as an area",
    JSON.stringify(polygon(SQUARE.slice(0, 2))),
    "a.json",
    "“a”: The corners of a part lie on one line at 44.0000, 11.0000",
  ],
  ["has nothing in it", "null", "a.json", "only points, lines and images"],
  ["has no features", '{"type": "FeatureCollection"}', "a.json", "only points, lines and images"],
  ["has an empty feature", collection(null as never), "a.json", "only points, lines and images"],
  [
    "crosses itself",
    collection(feature({ name: "Bow" }, polygon(wkt("0 0, 2 1, 2 0, 0 1, 0 0")))),
    "a.json",
    "“Bow” crosses itself at 0.5000, 1.0000",
  ],
  [
    "crosses itself in its second part",
    JSON.stringify({
      type: "MultiPolygon",
      coordinates: [[SQUARE], [wkt("0 0, 2 1, 2 0, 0 1, 0 0")]],
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
    "“a”: It has more than 10,000 corners",
  ],
  ["has too many corners", coast(10_002), "coast.json", "“coast”: It has more than 10,000 corners"],
])("refuses a file that %s, and says why", async (_what, content, name, why) => {
  await expect(read(content, name)).rejects.toThrow(why);
});
