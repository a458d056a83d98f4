import { expect, test } from "@jest/globals";
import { changed } from "../../src/commands/build-console/changed-lines.ts";
import { expectedModules } from "../../src/commands/build-console/expected-modules.ts";
import { shortened } from "../../src/commands/build-console/left-out.ts";
import { neededStyles } from "../../src/commands/build-console/map-styles.ts";

const HEATMAP = "style/style_layer/heatmap_style_layer.ts";

test("what is left out of MapLibre says so when it is used", async () => {
  const code = `
    export const isHeatmapStyleLayer = (layer: StyleLayer) => layer.type === 'heatmap';
    export class HeatmapStyleLayer extends StyleLayer {}`.replaceAll("    ", "");
  const { HeatmapStyleLayer, isHeatmapStyleLayer } = await import(
    `data:text/javascript,${encodeURIComponent(shortened(code, HEATMAP))}`
  );
  expect(isHeatmapStyleLayer({ type: "heatmap" })).toBe(false);
  expect(() => new HeatmapStyleLayer()).toThrow("built without HeatmapStyleLayer");
  expect(shortened(code, "ui/map.ts")).toBe(code);
});

test("the build fails if MapLibre no longer has what is changed", () => {
  expect(() => shortened("const a = 1;", HEATMAP)).toThrow("no exports");
  expect(() => expectedModules().check()).toThrow(HEATMAP);
  expect(() => changed("_render() {}", "ui/map.ts")).toThrow("ui/map.ts");
  const line = "this.painter.render(this.style, this._camera.transform, {";
  expect(changed(line, "ui/map.ts")).toContain(`this.loaded()) ${line}`);
  expect(() => changed(`${line}});\n${line}`, "ui/map.ts")).toThrow("does not have once");
  expect(() => expectedModules().check()).toThrow("ui/map.ts");
  expect(() => neededStyles(".maplibregl-map{overflow:hidden}")).toThrow("no styles of");
});
