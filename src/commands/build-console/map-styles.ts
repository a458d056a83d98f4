/** The buttons and pop-ups of MapLibre that the console does not have. Half of its styles are their pictures. */
const UNUSED = ["compass", "fullscreen", "geolocate", "globe", "logo", "shrink", "terrain"].map(
  (button) => `ctrl-${button}`,
);
const OTHERS = ["cooperative-gesture-screen", "crosshair", "marker", "popup", "user-location"];
const NAMES = [...UNUSED, ...OTHERS];

const RULE = /([^{}]+)\{([^{}]*)\}/g;
const EMPTY_QUERY = /@media[^{}]+\{\}/g;
const isOf = (name: string) => new RegExp(`\\.maplibregl-${name}(?![a-z])`);

/**
 * Returns MapLibre's styles without the rules of parts that the console does not have.
 * @throws Error if one of these parts has no rule.
 */
export function neededStyles(styles: string): string {
  for (const name of NAMES) {
    if (!isOf(name).test(styles)) throw new Error(`MapLibre has no styles of: ${name}`);
  }
  const isUnused = (selector: string) => NAMES.some((name) => isOf(name).test(selector));
  return styles
    .replace(RULE, (rule, selectors: string, style: string) => {
      if (!isUnused(selectors)) return rule;
      const left = selectors.split(",").filter((selector) => !isUnused(selector));
      return left.length > 0 ? `${left.join(",")}{${style}}` : "";
    })
    .replace(EMPTY_QUERY, "");
}
