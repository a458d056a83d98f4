import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, jest, test } from "@jest/globals";
import { changed } from "../../src/commands/build-console/changed-lines.ts";
import { expectedModules } from "../../src/commands/build-console/expected-modules.ts";
import { shortened } from "../../src/commands/build-console/left-out.ts";
import { LIBRARY } from "../../src/commands/build-console/map-library.ts";
import { neededStyles } from "../../src/commands/build-console/map-styles.ts";

const HEATMAP = "style/style_layer/heatmap_style_layer.ts";

test("a class that is left out of MapLibre throws an error that says so when it is used", async () => {
  const code = `
    export const isHeatmapStyleLayer = (layer: StyleLayer) => layer.type === 'heatmap';
    export class HeatmapStyleLayer extends StyleLayer {}`.replaceAll("    ", "");
  const { HeatmapStyleLayer, isHeatmapStyleLayer } = await import(
    `data:text/javascript,${encodeURIComponent(shortened(code, HEATMAP))}`
  );
  expect(isHeatmapStyleLayer({ type: "heatmap" })).toBe(false);
  expect(() => new HeatmapStyleLayer()).toThrow("built without HeatmapStyleLayer");
  expect(shortened(code, "ui/map.ts")).toBe(code);
  const listed = shortened("export { Heat, isHot };", HEATMAP);
  expect(listed).toContain("built without Heat.");
  expect(listed).toContain("isHot = () => false");
});

test("only the shaders of what the console draws are built", () => {
  const modules = readdirSync(join(LIBRARY, "src/shaders/glsl")).filter((name) =>
    name.endsWith(".g.ts"),
  );
  const built = modules.filter(
    (name) => shortened("its code", `shaders/glsl/${name}`) === "its code",
  );
  const drawn = [
    "_prelude",
    "_projection_mercator",
    "background",
    "circle",
    "clipping_mask",
    "fill",
    "fill_outline",
    "layer_opacity",
    "line",
    // Dashed lines.
    "line_sdf",
    // Tiles of pictures.
    "raster",
    "symbol_icon",
    "symbol_sdf",
    "symbol_text_and_icon",
  ];
  expect([...new Set(built.map((name) => name.replace(/\..*/, "")))].sort()).toEqual(drawn);
  expect(built).toHaveLength(2 * drawn.length);
});

test.each([
  [
    "source",
    /_source\.ts$/,
    ["geojson", "geojson_worker", "raster_tile", "vector_tile", "vector_tile_worker", "worker"],
  ],
  [
    "style/style_layer",
    /_style_layer\.ts$/,
    ["background", "circle", "fill", "line", "raster", "symbol", "typed"],
  ],
  [
    "webgl/draw",
    /^draw_/,
    ["background", "circle", "fill", "layer_opacity", "line", "raster", "symbol"],
  ],
])("only what the console's layers need of MapLibre's %s is built", (folder, pattern, needed) => {
  const code = "export class It {}";
  const built = readdirSync(join(LIBRARY, "src", folder)).filter(
    (file) =>
      pattern.test(file) &&
      !file.endsWith(".test.ts") &&
      shortened(code, `${folder}/${file}`) === code,
  );
  expect(built.map((file) => file.replace(/^draw_|(_source|_style_layer)?\.ts$/g, ""))).toEqual(
    needed,
  );
});

test("only the styles of controls that the console does not have are left out", () => {
  const styles = readFileSync(join(LIBRARY, "dist/maplibre-gl.css"), "utf8");
  const own =
    ".maplibregl-map{a:b}.maplibregl-popup,.maplibregl-map .x{c:d}@media (x){.maplibregl-marker{e:f}}.maplibregl-popups{g:h}";
  const needed = neededStyles(styles + own);
  expect(
    needed.endsWith(".maplibregl-map{a:b}.maplibregl-map .x{c:d}.maplibregl-popups{g:h}"),
  ).toBe(true);
  expect(
    needed.match(
      /\.maplibregl-(ctrl-(compass|fullscreen|geolocate|globe|logo|shrink|terrain)|cooperative-gesture-screen|crosshair|marker|popup|user-location)(?![a-z])/,
    ),
  ).toBeNull();
  for (const name of ["canvas", "ctrl-attrib", "ctrl-zoom-in", "ctrl-scale"]) {
    expect(needed).toMatch(new RegExp(`\\.maplibregl-${name}[^{}]*\\{[^{}]+\\}`));
  }
});

test("all changes to a module of MapLibre are made", () => {
  const code = `
    browser.frameAsync(this._frameRequest, this.map._ownerWindow).then(() => {
    if (options.validate === false) return false;`;
  expect(changed(code, "style/style.ts")).toBe(`
    Promise.resolve().then(() => {
    if (validate === undefined) return false;`);
});

test("the build fails if MapLibre no longer has the code that is changed", () => {
  expect(() => shortened("const a = 1;", HEATMAP)).toThrow("no exports");
  expect(() => expectedModules().check()).toThrow(HEATMAP);
  expect(() => changed("_render() {}", "ui/map.ts")).toThrow("ui/map.ts");
  const line = "this.painter.render(this.style, this._camera.transform, {";
  expect(changed(line, "ui/map.ts")).toContain(`this.loaded()) ${line}`);
  expect(() => changed(`${line}});\n${line}`, "ui/map.ts")).toThrow(
    "does not have this line exactly once",
  );
  expect(() => expectedModules().check()).toThrow("ui/map.ts");
  expect(() => neededStyles(".maplibregl-map{overflow:hidden}")).toThrow("no styles of");
});

/** Returns the code that starts MapLibre's workers, for a value of MAP_LIBRARY. */
async function workersOf(library: string): Promise<unknown> {
  jest.resetModules();
  process.env.MAP_LIBRARY = library;
  try {
    const { mapLibrary } = await import("../../src/commands/build-console/map-library.ts");
    return (mapLibrary().load as (id: string) => unknown)("\0maplibre-gl/workers");
  } finally {
    delete process.env.MAP_LIBRARY;
  }
}

test("the map's workers come from the library that MAP_LIBRARY names", async () => {
  const ofPackage = await workersOf("package");
  expect(ofPackage).toMatch(/ from "maplibre-gl";$/);
  expect(ofPackage).not.toContain("worker_pool");
  const ofSources = await workersOf("");
  expect(ofSources).toContain("util/worker_pool.ts");
  expect(ofSources).not.toContain('"maplibre-gl"');
});

test("the map's workers run the host's own code, and can be started and stopped", async () => {
  const told: unknown[][] = [];
  const note =
    (name: string) =>
    (...given: unknown[]) =>
      told.push([name, ...given]);
  const url = () => ({ default: "assets/worker.js" });
  jest.unstable_mockModule("maplibre-gl/dist/maplibre-gl-worker.mjs", url);
  const workers = () => ({
    clearPrewarmedResources: note("end"),
    prewarm: note("start"),
    setWorkerCount: note("count"),
    setWorkerUrl: note("code"),
  });
  jest.unstable_mockModule("maplibre-gl/workers", workers, { virtual: true });
  /** This is of type string, because the module's own types are for browsers. */
  const module: string = "../../src/console/map/workers.ts";
  const { startWorkers, stopWorkers } = await import(module);
  startWorkers();
  expect(told).toEqual([["code", "assets/worker.js"], ["count", 2], ["start"]]);
  stopWorkers();
  expect(told.at(-1)).toEqual(["end"]);
});
