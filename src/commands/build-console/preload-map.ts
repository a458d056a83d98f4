import type { HtmlTagDescriptor, Plugin, Rollup } from "vite";
import { isFromSources, LIBRARY_WORKER } from "./map-library.ts";

/** What starts the map's workers, their code, and the screen that follows the login. */
const MODULES = ["/map/workers.ts", ...(isFromSources ? [LIBRARY_WORKER] : []), "/screens/map.tsx"];

/** Collects a chunk and all that it imports. */
function collect(
  bundle: Rollup.OutputBundle,
  file: string,
  found: Set<Rollup.OutputChunk>,
): Set<Rollup.OutputChunk> {
  const chunk = bundle[file];
  if (chunk?.type !== "chunk" || found.has(chunk)) return found;
  found.add(chunk);
  for (const imported of chunk.imports) collect(bundle, imported, found);
  return found;
}

/** Returns the file of the chunk that a module is the entry of. */
function fileOf(bundle: Rollup.OutputBundle, module: string): string {
  const chunk = Object.values(bundle).find(
    (output) => output.type === "chunk" && output.facadeModuleId?.endsWith(module),
  );
  if (!chunk) throw new Error(`No chunk has ${module}.`);
  return chunk.fileName;
}

/** Lets the console load the map's code and styles during the login. They do nothing before they are needed. */
export function preloadMap(): Plugin {
  return {
    name: "preload-map",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, path }) {
        if (!path.endsWith("/index.html")) return [];
        const chunks = new Set<Rollup.OutputChunk>();
        for (const module of MODULES) collect(bundle, fileOf(bundle, module), chunks);
        const styles = [...chunks].flatMap(({ viteMetadata }) => [
          ...(viteMetadata?.importedCss ?? []),
        ]);
        const link = (file: string, kind: HtmlTagDescriptor["attrs"]): HtmlTagDescriptor => ({
          tag: "link",
          attrs: { ...kind, crossorigin: true, fetchpriority: "low", href: `./${file}` },
          injectTo: "head",
        });
        return [
          ...Array.from(chunks, ({ fileName }) => link(fileName, { rel: "modulepreload" })),
          ...styles.map((file) => link(file, { rel: "preload", as: "style" })),
        ].filter(({ attrs }) => !html.includes(String(attrs?.href)));
      },
    },
  };
}
