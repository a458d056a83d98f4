import type { HtmlTagDescriptor, Plugin, Rollup } from "vite";

/** The screen that follows the login. */
const SCREEN = "/screens/map.tsx";

/** Returns the files of a chunk and of all that it imports. */
function filesOf(bundle: Rollup.OutputBundle, file: string, found = new Set<string>()) {
  const chunk = bundle[file];
  if (chunk?.type !== "chunk" || found.has(file)) return found;
  found.add(file);
  for (const imported of chunk.imports) filesOf(bundle, imported, found);
  return found;
}

/** Lets the console load the map's code during the login. It does not run before it is needed. */
export function preloadMap(): Plugin {
  return {
    name: "preload-map",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, path }) {
        if (!path.endsWith("/index.html")) return [];
        const screen = Object.values(bundle).find(
          (output) => output.type === "chunk" && output.facadeModuleId?.endsWith(SCREEN),
        );
        if (!screen) throw new Error(`No chunk has ${SCREEN}.`);
        const files = [...filesOf(bundle, screen.fileName)].filter((file) => !html.includes(file));
        return files.map(
          (file): HtmlTagDescriptor => ({
            tag: "link",
            attrs: {
              rel: "modulepreload",
              crossorigin: true,
              fetchpriority: "low",
              href: `./${file}`,
            },
            injectTo: "head",
          }),
        );
      },
    },
  };
}
