/// <reference types="node" />
import "./helpers/globals.ts";
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { Window } from "happy-dom";
import { put } from "./helpers/browser-state.ts";
import { square } from "./helpers/square.ts";
import { zip } from "./helpers/zip.ts";

put("DOMParser", { value: new Window().DOMParser });
/** This is of type string, because the module's own types are for browsers. */
const MODULE: string = "../src/geo/files/read-file.ts";
const { readFile } = await import(MODULE);
const read = (name: string, content: string | Buffer) =>
  readFile(new File([content as never], name));

const RING = square(11, 44, 1);
const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Delta</name><Polygon><outerBoundaryIs><LinearRing>
<coordinates>${RING.map(String).join(" ")}</coordinates>
</LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;

test.each<[string, string | Buffer]>([
  ["areas.kml", `\n ${KML}\n`],
  ["areas.kmz", zip({ "doc.kml": KML })],
])("reads the areas and their names in %s", async (name, content) => {
  expect(await read(name, content)).toEqual([
    { name: "Delta", shapes: [{ kind: "polygon", coordinates: [RING] }] },
  ]);
});

const kml = (body: string) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`;
const boundary = (kind: string, coordinates: string) =>
  `<${kind}BoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></${kind}BoundaryIs>`;
const lineOf = (ring: number[][]) => ring.map((at) => `${at},0`).join(" ");
const placemark = (name: string, ...rings: string[]) =>
  `<Placemark><name>${name}</name><Polygon>${rings.join("")}</Polygon></Placemark>`;
const kept = async (name: string, content: string | Buffer) =>
  (await read(name, content)).map((area: { name: string; shapes: { coordinates: unknown }[] }) => [
    area.name,
    area.shapes.map(({ coordinates }) => coordinates),
  ]);
const sample = (name: string) => readFileSync(`console/test/areas/${name}`);

test("a hole before its outer ring is its hole", async () => {
  const [[name, [[outer, hole]]]] = await kept("a.kml", sample("inner-first.kml"));
  expect(name).toBe("lake first");
  expect(outer).toHaveLength(5);
  expect(hole).toContainEqual([11.6, 44.4]);
});

test("blanks after commas are read, also in a hole", async () => {
  expect(
    (await read("a.kml", sample("lines-and-commas.kml"))).map(({ name }: { name: string }) => name),
  ).toEqual(["good", "blanks after commas"]);
  const hole = lineOf(square(11.2, 44.2, 0.1)).replaceAll(",", " ,\n ");
  const areas = await kept(
    "a.kml",
    kml(placemark("A", boundary("outer", lineOf(RING)), boundary("inner", hole))),
  );
  expect(areas).toEqual([["A", [[RING, square(11.2, 44.2, 0.1)]]]]);
});

test.each([
  ["commas between corners", lineOf(RING).replaceAll(" ", ",")],
  ["a corner without a latitude", lineOf(RING).replace("11,44,0", "11")],
  ["a decimal comma", lineOf(RING).replace("11,44,0", "11,5,44,5")],
  ["no corners", ""],
])("an area with %s is refused by its name", async (_what, coordinates) => {
  const other = placemark("B", boundary("outer", lineOf(RING)));
  const file = kml(placemark("A", boundary("outer", coordinates)) + other);
  await expect(read("a.kml", file)).rejects.toThrow("“A”: ");
  const asHole = kml(
    placemark("A", boundary("outer", lineOf(RING)), boundary("inner", coordinates)),
  );
  await expect(read("a.kml", asHole)).rejects.toThrow("“A”: ");
});

test("all pieces of a MultiGeometry are read, each with its holes", async () => {
  const piece = (x: number) =>
    `<Polygon>${boundary("outer", lineOf(square(x, 44, 1)))}${boundary("inner", lineOf(square(x + 0.25, 44.25, 0.25)))}${boundary("inner", lineOf(square(x + 0.625, 44.625, 0.25)))}</Polygon>`;
  const file = kml(
    `<Placemark><name>A</name><MultiGeometry>${piece(11)}<MultiGeometry>${piece(13)}</MultiGeometry></MultiGeometry></Placemark>`,
  );
  const rings = (x: number) => [
    square(x, 44, 1),
    square(x + 0.25, 44.25, 0.25),
    square(x + 0.625, 44.625, 0.25),
  ];
  expect(await kept("a.kml", file)).toEqual([["A", [rings(11), rings(13)]]]);
});

test("names are read in the encoding that the file declares, or has", async () => {
  expect(await kept("a.kml", sample("latin1.kml"))).toMatchObject([["Forlì", expect.anything()]]);
  const text = kml(placemark("Forlì €", boundary("outer", lineOf(RING))));
  for (const content of [
    Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${text}`),
    Buffer.from(`\uFEFF<?xml version="1.0" encoding="ISO-8859-1"?>${text}`),
    Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${text}`, "utf16le"),
  ]) {
    expect(await kept("a.kml", content)).toMatchObject([["Forlì €", expect.anything()]]);
  }
});

test("elements may have a prefix, and a name may be in the data", async () => {
  const file = KML.replaceAll(/<(\/?)(\w)/g, "<$1kml:$2")
    .replace("xmlns=", "xmlns:kml=")
    .replace(
      /<kml:name>.*<\/kml:name>/,
      '<kml:ExtendedData><kml:Data name="id"><kml:value>7</kml:value></kml:Data><kml:Data name="nome"><kml:value>Delta</kml:value></kml:Data></kml:ExtendedData>',
    );
  expect(await kept("a.kml", file)).toEqual([["Delta", [[RING]]]]);
});

test("images are no areas, and links are called links", async () => {
  const image =
    "<GroundOverlay><name>Map</name><LatLonBox><north>45</north><south>44</south><east>12</east><west>11</west></LatLonBox></GroundOverlay>";
  await expect(read("a.kml", kml(image))).rejects.toThrow("only points, lines and images");
  expect(await kept("a.kml", KML.replace("<Placemark>", `${image}<Placemark>`))).toHaveLength(1);
  const link = "<NetworkLink><Link><href>https://example.org/a.kml</href></Link></NetworkLink>";
  await expect(read("a.kml", kml(link))).rejects.toThrow("only links to other files");
  const linked = zip({ "doc.kml": kml(link), "files/a.kml": KML });
  expect(await kept("a.kmz", linked)).toHaveLength(1);
});

test.each([
  ["is something else", "<gpx></gpx>"],
  ["ends in its middle", KML.slice(0, -20)],
])("refuses KML that %s", async (_what, content) => {
  await expect(read("areas.kml", content)).rejects.toThrow("The file is not KML, or is damaged.");
});
