import type { Plugin } from "vite";
import { chunkFiles } from "./chunk-files.ts";

/** Lets the console load the map's code during the login. It does nothing before it is needed. */
export const preloadMap = (): Plugin => ({
  name: "preload-map",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {}, path }) {
      if (!path.endsWith("/index.html")) return [];
      const map = Object.values(bundle).find(
        (file) => file.type === "chunk" && file.facadeModuleId?.endsWith("/screens/map.tsx"),
      );
      if (!map) throw new Error("No chunk is the map's screen.");
      return [...chunkFiles(bundle, map.fileName)]
        .filter((file) => file.endsWith(".js") && !html.includes(file))
        .map((file) => ({
          tag: "link",
          attrs: {
            rel: "modulepreload",
            crossorigin: true,
            fetchpriority: "low",
            href: `./${file}`,
          },
          injectTo: "head" as const,
        }));
    },
  },
});
