/// <reference types="node" />
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Position } from "geojson";
import { startTestService, type TestService } from "../../test/helpers/service.ts";
import { put } from "./helpers/browser-state.ts";

let service: TestService;
let session: { value: object | null };
let readFile: (file: File) => Promise<{ shapes: { coordinates: Position[][] }[] }[]>;
beforeAll(async () => {
  service = await startTestService();
  const { id: userId, email, token } = service.admin;
  put("document", {
    value: { baseURI: `${service.url}/console/`, documentElement: { dataset: {} } },
  });
  put("location", { value: { hash: "" } });
  put("window", { value: new EventTarget() });
  // These are of type string, because the modules' own types are for browsers.
  const [reader, state]: string[] = ["../src/geo/files/read-file.ts", "../src/state/session.ts"];
  ({ readFile } = await import(reader as string));
  ({ session } = await import(state as string));
  session.value = { token, userId, email };
});
afterAll(async () => {
  session.value = null;
  await service.stop();
});

/** A metre is a hundred-thousandth of a degree. */
const DECIMETRE = 1e-6;

test.each<[file: string, west: number, south: number, digits?: number]>([
  ["epsg3003.zip", 9.2, 45.4],
  ["epsg28992.zip", 5.2, 52.1],
  ["epsg31370.zip", 4.35, 50.85],
  // PROJ shifts this datum by a grid where it has one, and otherwise to half a metre.
  ["epsg31467.zip", 9.2, 48.8, 5 * DECIMETRE],
  ["crs-4265.geojson", 10.9997394, 44.00066097],
])("%s arrives where it was drawn", async (name, west, south, most = DECIMETRE) => {
  const side = name.endsWith("zip") ? 0.01 : 0.1;
  const [area, ...others] = await readFile(
    new File([readFileSync(`console/test/areas/${name}`)], name),
  );
  expect(others).toEqual([]);
  expect(area?.shapes).toHaveLength(1);
  const ring = area?.shapes[0]?.coordinates[0] as [number, number][];
  expect(ring).toHaveLength(5);
  const place = [Math.min(...ring.map(([x]) => x)), Math.min(...ring.map(([, y]) => y))];
  expect(Math.abs((place[0] as number) - west)).toBeLessThan(most);
  expect(Math.abs((place[1] as number) - south)).toBeLessThan(most);
  const width = Math.max(...ring.map(([x]) => x)) - (place[0] as number);
  expect(Math.abs(width - side)).toBeLessThan(side === 0.01 ? 2 * most : 1e-4);
});
