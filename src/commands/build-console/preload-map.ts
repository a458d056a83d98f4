import type { HtmlTagDescriptor, Plugin } from "vite";
import { chunkFiles } from "./chunk-files.ts";

/** The screen that follows the login. */
const SCREEN = "/screens/map.tsx";

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
        const files = [...chunkFiles(bundle, screen.fileName)].filter(
          (file) => file.endsWith(".js") && !html.includes(file),
        );
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
