import type { HtmlTagDescriptor, Plugin, Rollup } from "vite";
import { chunkFiles } from "./chunk-files.ts";
import { isFromSources, LIBRARY_WORKER } from "./map-library.ts";

/** The modules to preload: the one that starts the map's workers, the workers' code, and the screen after the login. */
const MODULES = ["/map/workers.ts", ...(isFromSources ? [LIBRARY_WORKER] : []), "/screens/map.tsx"];

/** Returns the file of the chunk whose entry is `module`. */
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
        const files = new Set<string>();
        for (const module of MODULES) chunkFiles(bundle, fileOf(bundle, module), files);
        return [...files]
          .filter((file) => !html.includes(file))
          .map((file): HtmlTagDescriptor => {
            const kind = file.endsWith(".css")
              ? { rel: "preload", as: "style" }
              : { rel: "modulepreload" };
            return {
              tag: "link",
              attrs: { ...kind, crossorigin: true, fetchpriority: "low", href: `./${file}` },
              injectTo: "head",
            };
          });
      },
    },
  };
}
