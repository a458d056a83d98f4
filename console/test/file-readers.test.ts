import { beforeEach, expect, jest, test } from "@jest/globals";
import { zip } from "./helpers/zip.ts";

let offline: string[];
const { iter } = await import("but-unzip");
/** Mocks a module that cannot be loaded while `offline` lists it. */
const code = (name: string, content: () => object) =>
  jest.unstable_mockModule(name, () => {
    if (offline.includes(name)) throw new Error(`${name} cannot be fetched`);
    return content();
  });
code("@tmcw/togeojson", () => ({ kml: () => {} }));
code("but-unzip", () => ({ iter }));
code("shpjs", () => ({ combine() {}, parseDbf() {}, parseShp() {} }));

/** These are of type string, because the modules' own types are for browsers. */
const MODULE: string = "../src/geo/files/read-file.ts";
const READERS: string = "../src/geo/files/readers.ts";
const read = async (content: string | Buffer) => {
  jest.resetModules();
  const { readFile } = await import(MODULE);
  return readFile(new File([content as never], "valley"));
};

beforeEach(() => {
  jest.spyOn(console, "warn").mockImplementation(() => {});
});

test.each([
  ["@tmcw/togeojson", "<kml/>"],
  ["but-unzip", zip({ "a.shp": "x" })],
  ["shpjs", zip({ "a.shp": "x" })],
])("a file is not called damaged if %s cannot be loaded", async (name, content) => {
  offline = [name];
  await expect(read(content)).rejects.toThrow(
    "The code that reads such files cannot be loaded. Check the connection and reload the page",
  );
  expect(String(jest.mocked(console.warn).mock.lastCall)).toContain(`${name} cannot be fetched`);
  offline = [];
  await expect(read("a city")).rejects.not.toThrow("cannot be loaded");
});

test("all file readers are loaded ahead of their use, even if one of them cannot be loaded", async () => {
  offline = ["@tmcw/togeojson"];
  const loads: string[] = [];
  const noted = (name: string, content: object) =>
    code(name, () => {
      loads.push(name);
      return content;
    });
  noted("shpjs", { combine() {}, parseDbf() {}, parseShp() {} });
  noted("but-unzip", { iter });
  jest.resetModules();
  const { preloadReaders } = await import(READERS);
  await preloadReaders();
  expect(loads.sort()).toEqual(["but-unzip", "shpjs"]);
  offline = [];
  noted("@tmcw/togeojson", { kml: () => {} });
  jest.resetModules();
  await (await import(READERS)).preloadReaders();
  expect(loads).toContain("@tmcw/togeojson");
});
