/**
 * The parts of MapLibre that the console's own maps do not need: these have flat land, streets, image tiles, and what
 * the console draws. Each part is a module of MapLibre's sources. A style from an operator's server is shown by
 * MapLibre's own build, which has all of them.
 */
const PARTS = [
  // A newer tile format.
  "source/vector_tile_mlt.ts",
  // Other projections than Mercator's.
  "geo/projection/globe_camera_helper.ts",
  "geo/projection/globe_projection.ts",
  "geo/projection/globe_transform.ts",
  "geo/projection/vertical_perspective_camera_helper.ts",
  "geo/projection/vertical_perspective_projection.ts",
  "geo/projection/vertical_perspective_transform.ts",
  "ui/control/globe_control.ts",
  // Mountains.
  "render/terrain.ts",
  "render/terrain_coverage.ts",
  "source/raster_dem_tile_source.ts",
  "source/raster_dem_tile_worker_source.ts",
  "tile/tile_manager_raster_dem.ts",
  "ui/control/terrain_control.ts",
  "webgl/draw/draw_terrain.ts",
  "webgl/render_to_texture.ts",
  // Kinds of layers and of sources.
  "source/canvas_source.ts",
  "source/image_source.ts",
  "source/video_source.ts",
  "style/style_layer/color_relief_style_layer.ts",
  "style/style_layer/custom_style_layer.ts",
  "style/style_layer/fill_extrusion_style_layer.ts",
  "style/style_layer/heatmap_style_layer.ts",
  "style/style_layer/hillshade_style_layer.ts",
  "webgl/draw/draw_color_relief.ts",
  "webgl/draw/draw_custom.ts",
  "webgl/draw/draw_fill_extrusion.ts",
  "webgl/draw/draw_heatmap.ts",
  "webgl/draw/draw_hillshade.ts",
  "webgl/program/color_relief_program.ts",
  "webgl/program/fill_extrusion_program.ts",
  "webgl/program/heatmap_program.ts",
  "webgl/program/hillshade_program.ts",
  // Debugging aids.
  "webgl/draw/draw_collision_debug.ts",
  "webgl/draw/draw_debug.ts",
  "webgl/program/debug_program.ts",
  // The view in the page's address.
  "ui/hash.ts",
];

/** The shaders of those parts, and of patterns and gradients. */
const SHADERS = new RegExp(
  `^shaders/glsl/(${[
    "_projection_globe",
    "atmosphere",
    "background_pattern",
    "collision_(box|circle)",
    "color_relief",
    "debug",
    "depth",
    "fill_(extrusion|extrusion_pattern|outline_pattern|pattern)",
    "heatmap(_texture)?",
    "hillshade(_prepare)?",
    "line_(gradient|gradient_sdf|pattern)",
    "sky",
    "terrain(_depth|_height)?",
  ].join("|")})\\.(vertex|fragment)\\.glsl\\.g\\.ts$`,
);

/** Modules that MapLibre always calls, and what replaces them. */
const INSTEAD: Record<string, string> = {
  // The sky would be drawn in each picture, above the horizon, which a map seen from above never shows.
  "webgl/draw/draw_sky.ts": "export function drawSky() {}\nexport function drawAtmosphere() {}",
  // The console's own styles are tested with MapLibre's validator before they are built.
  "style/validate_style.ts": `
    export const validateStyle = {};
    export const SPEC_SOURCE_TYPES = new Set();
    export const validateStyleAndEmit = () => false;
    export const emitValidationErrors = () => false;
    export const validateAndEmit = () => false;`,
};

/** A value that a module exports: a function, a class, or a constant. Types are not in the build. */
const EXPORTED = /^export (?:async )?(function|class|const) (\w+)/gm;
/** A list of what a module exports. */
const LISTED = /^export \{([^}]*)\}/gm;

/** Returns the names of a module's exports, each with its kind. */
function exportsOf(code: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, kind = "", name = ""] of code.matchAll(EXPORTED)) found.set(name, kind);
  for (const [, names = ""] of code.matchAll(LISTED)) {
    for (const name of names.split(",").map((each) => each.trim())) {
      if (/^\w+$/.test(name)) found.set(name, "function");
    }
  }
  return found;
}

/**
 * Returns the replacement of an export: `is…` is false for every layer, a constant is undefined, and all else throws.
 */
function replaced(name: string, kind: string): string {
  const refuse = `throw new Error("The console's map is built without ${name}.");`;
  if (/^is[A-Z]/.test(name)) return `export const ${name} = () => false;`;
  if (kind === "const") return `export const ${name} = undefined;`;
  return kind === "class"
    ? `export class ${name} { constructor() { ${refuse} } }`
    : `export function ${name}() { ${refuse} }`;
}

/** The modules of MapLibre that are left out. */
export const LEFT_OUT_MODULES = [...PARTS, ...Object.keys(INSTEAD)];

/** Returns a module of MapLibre as it is, or its replacement. */
export function shortened(code: string, module: string): string {
  if (SHADERS.test(module)) return 'export default "";';
  if (!PARTS.includes(module)) return INSTEAD[module] ?? code;
  const names = exportsOf(code);
  if (names.size === 0) throw new Error(`${module} of MapLibre has no exports that are known.`);
  return [...names].map(([name, kind]) => replaced(name, kind)).join("\n");
}
