import type { HtmlTagDescriptor, Plugin, Rollup } from "vite";
import { LIBRARY_WORKER } from "./map-library.ts";

/** The screen that follows the login. */
const SCREEN = "/screens/map.tsx";

/** Returns a chunk and all that it imports. */
function chunksOf(
  bundle: Rollup.OutputBundle,
  file: string,
  found = new Set<Rollup.OutputChunk>(),
) {
  const chunk = bundle[file];
  if (chunk?.type !== "chunk" || found.has(chunk)) return found;
  found.add(chunk);
  for (const imported of chunk.imports) chunksOf(bundle, imported, found);
  return found;
}

/** Returns the only chunk that a module is the entry of. */
function chunkOf(bundle: Rollup.OutputBundle, module: string): Rollup.OutputChunk {
  const chunk = Object.values(bundle).find(
    (output) => output.type === "chunk" && output.facadeModuleId?.endsWith(module),
  );
  if (chunk?.type !== "chunk") throw new Error(`No chunk has ${module}.`);
  return chunk;
}

/** Lets the console load the map's code and styles during the login. They do nothing before they are needed. */
export function preloadMap(): Plugin {
  return {
    name: "preload-map",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, path }) {
        if (!path.endsWith("/index.html")) return [];
        const code = chunksOf(bundle, chunkOf(bundle, SCREEN).fileName);
        const styles = [...code].flatMap(({ viteMetadata }) => [
          ...(viteMetadata?.importedCss ?? []),
        ]);
        // The worker is last: the page makes it when it has run the rest.
        chunksOf(bundle, chunkOf(bundle, LIBRARY_WORKER).fileName, code);
        const link = (file: string, kind: HtmlTagDescriptor["attrs"]): HtmlTagDescriptor => ({
          tag: "link",
          attrs: { ...kind, crossorigin: true, fetchpriority: "low", href: `./${file}` },
          injectTo: "head",
        });
        return [
          ...styles.map((file) => link(file, { rel: "preload", as: "style" })),
          ...Array.from(code, ({ fileName }) => link(fileName, { rel: "modulepreload" })),
        ].filter(({ attrs }) => !html.includes(String(attrs?.href)));
      },
    },
  };
}
