/** A line of MapLibre, and what takes its place. */
interface Change {
  module: string;
  line: string;
  instead: string;
}

const CHANGES: Change[] = [
  {
    // The worker sends the page a copy of the file that it has loaded. Nothing reads it, and to receive that of the fine
    // coast, of 7 MB, takes the page so long that one notices it while typing.
    module: "source/geojson_worker_source.ts",
    line: "if (params.request) result.data = params.data;",
    instead: "",
  },
  {
    // A style that is there already waits for the next frame. The page would draw a frame without a map meanwhile.
    module: "style/style.ts",
    line: "browser.frameAsync(this._frameRequest, this.map._ownerWindow).then(() => {",
    instead: "Promise.resolve().then(() => {",
  },
  {
    // The whole style would be copied for a validator, which left-out.ts leaves out.
    module: "style/style.ts",
    line: "if (options.validate === false) return false;",
    instead: "if (validate === undefined) return false;",
  },
  {
    // Until the land has come, each answer of a worker would draw the empty sea again, which takes long on a slow computer.
    module: "ui/map.ts",
    line: "this.painter.render(this.style, this._camera.transform, {",
    instead:
      "if (this._loaded || this.loaded()) this.painter.render(this.style, this._camera.transform, {",
  },
];

/** The modules of MapLibre that these are in. */
export const CHANGED_MODULES = CHANGES.map(({ module }) => module);

/**
 * Returns a module of MapLibre with its lines changed.
 * @throws Error if a line is not in its module exactly once.
 */
export function changed(code: string, module: string): string {
  let text = code;
  for (const { line, instead } of CHANGES.filter((change) => change.module === module)) {
    if (text.split(line).length !== 2) throw new Error(`${module} does not have once: ${line}`);
    text = text.replace(line, instead);
  }
  return text;
}
