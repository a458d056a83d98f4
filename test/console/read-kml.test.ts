import { expect, jest, test } from "@jest/globals";
import { square } from "./helpers/square.ts";
import { zip } from "./helpers/zip.ts";

// KML is read by the browser's parser.
jest.unstable_mockModule("../../src/console/geo/files/read-kml.ts", () => ({
  readKml: async (text: string) => ({
    type: "FeatureCollection",
    features: [
      {
        type: "Feature",
        properties: { name: text },
        geometry: { type: "Polygon", coordinates: [square(11, 44, 1)] },
      },
    ],
  }),
}));
/** Its types are the browser's. */
const MODULE: string = "../../src/console/geo/files/read-file.ts";
const { readFile } = await import(MODULE);

test.each<[string, string | Buffer]>([
  ["areas.kml", "\n <kml/>\n"],
  ["areas.kmz", zip({ "doc.kml": "<kml/>" })],
])("reads %s", async (name, content) => {
  const [area, ...others] = await readFile(new File([content as never], name));
  expect([area?.name, others]).toEqual(["<kml/>", []]);
});
