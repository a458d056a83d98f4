/** A line of MapLibre and its replacement. */
interface Change {
  module: string;
  line: string;
  instead: string;
}

const CHANGES: Change[] = [
  {
    // The worker sends the page a copy of the file that it has loaded. Nothing reads the copy, and receiving the 7 MB
    // of the fine coast blocks the page so long that it is noticeable while typing.
    module: "source/geojson_worker_source.ts",
    line: "if (params.request) result.data = params.data;",
    instead: "",
  },
  {
    // MapLibre waits for the next frame even if the style is there. The page would draw one frame without a map.
    module: "style/style.ts",
    line: "browser.frameAsync(this._frameRequest, this.map._ownerWindow).then(() => {",
    instead: "Promise.resolve().then(() => {",
  },
  {
    // Otherwise the whole style would be copied for a validator that left-out.ts leaves out.
    module: "style/style.ts",
    line: "if (options.validate === false) return false;",
    instead: "if (validate === undefined) return false;",
  },
  {
    // Until the land is loaded, each answer of a worker would draw the empty sea again, which takes long on a slow
    // computer.
    module: "ui/map.ts",
    line: "this.painter.render(this.style, this._camera.transform, {",
    instead:
      "if (this._loaded || this.loaded()) this.painter.render(this.style, this._camera.transform, {",
  },
];

/** The modules of MapLibre that contain these lines. */
export const CHANGED_MODULES = CHANGES.map(({ module }) => module);

/**
 * Returns a module of MapLibre with its lines changed.
 * @throws Error if a line is not in its module exactly once.
 */
export function changed(code: string, module: string): string {
  let text = code;
  for (const { line, instead } of CHANGES.filter((change) => change.module === module)) {
    if (text.split(line).length !== 2)
      throw new Error(`${module} does not have this line exactly once: ${line}`);
    text = text.replace(line, instead);
  }
  return text;
}
