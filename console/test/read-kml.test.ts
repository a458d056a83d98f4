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

test.each([
  ["is something else", "<gpx></gpx>"],
  ["ends in its middle", KML.slice(0, -20)],
])("refuses KML that %s", async (_what, content) => {
  await expect(read("areas.kml", content)).rejects.toThrow("The file is not KML, or is damaged.");
});
