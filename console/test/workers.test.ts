import { expect, jest, test } from "@jest/globals";

test("the map's workers run the host's own code", async () => {
  const told: unknown[][] = [];
  const note =
    (name: string) =>
    (...given: unknown[]) =>
      told.push([name, ...given]);
  jest.unstable_mockModule("maplibre-gl/dist/maplibre-gl-worker.mjs", () => ({
    default: "assets/worker.js",
  }));
  jest.unstable_mockModule("maplibre-gl", () => ({
    prewarm: note("start"),
    setWorkerCount: note("count"),
    setWorkerUrl: note("code"),
  }));
  /** This is of type string, because the module's own types are for browsers. */
  const module: string = "../src/map/workers.ts";
  const { startWorkers } = await import(module);
  startWorkers();
  expect(told).toEqual([["code", "assets/worker.js"], ["count", 2], ["start"]]);
});
