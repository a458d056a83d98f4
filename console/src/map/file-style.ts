import { type Flavor, layers, namedFlavor } from "@protomaps/basemaps";
import type { LayerSpecification } from "maplibre-gl";
import { language } from "../words/language.ts";
import { LAND_COLOURS, STREET_COLOURS } from "./palette.ts";

/** The source of the file's tiles. */
export const FILE_SOURCE = "file";
/** Layers that need pictures, which the host does not serve, and the sea, which the offline map has. */
const LEFT_OUT = ["background", "roads_oneway", "roads_shields"];

/** Protomaps' colours on the offline map's land, with names and main streets that one can read and tell apart. */
function flavorOf(theme: "light" | "dark"): Flavor {
  const { land, water, name } = LAND_COLOURS[theme];
  const { main, street } = STREET_COLOURS[theme];
  const own: [RegExp, string][] = [
    [/_halo$/, land],
    [/_label|^roads_label/, name],
    [/^(bridges_)?(major|highway)$/, main],
    [/^(bridges_)?minor(_[ab])?$/, street],
  ];
  const flavor = { ...namedFlavor(theme), earth: land, water };
  const change = ([key, colour]: [string, unknown]) => [
    key,
    own.find(([pattern]) => pattern.test(key))?.[1] ?? colour,
  ];
  return Object.fromEntries(Object.entries(flavor).map(change));
}

/**
 * Returns Protomaps' style for its own tiles, on the land and water of the offline map: the ground, which belongs below
 * the zones, and the names, which belong above them.
 */
export function fileLayers(isDark: boolean): Record<"ground" | "names", LayerSpecification[]> {
  const all = layers(FILE_SOURCE, flavorOf(isDark ? "dark" : "light"), { lang: language })
    .filter(({ id }) => !LEFT_OUT.includes(id))
    .map((layer) => ({ ...layer, id: `file-${layer.id}` }));
  for (const { layout } of all) if (layout && "icon-image" in layout) delete layout["icon-image"];
  // The host serves no glyphs: MapLibre draws labels with the viewer's own fonts.
  const drawn: LayerSpecification[] = JSON.parse(
    JSON.stringify(all).replaceAll(/"Noto Sans [^"]*"/g, '"system-ui"'),
  );
  return {
    ground: drawn.filter(({ type }) => type !== "symbol"),
    names: drawn.filter(({ type }) => type === "symbol"),
  };
}
