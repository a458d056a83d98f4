import { join } from "node:path";
import { defineConfig } from "vite";
import { baseMap } from "./plugins/base-map.ts";
import { compressed } from "./plugins/compress.ts";
import { pageWords } from "./plugins/page-words.ts";
import { personWorker } from "./plugins/person-worker.ts";

const SOURCE = join(import.meta.dirname, "src");

export default defineConfig({
  root: SOURCE,
  // Addresses are relative, because a proxy may serve the console under any path.
  base: "./",
  logLevel: "error",
  plugins: [baseMap(), pageWords(), personWorker(SOURCE), compressed()],
  build: {
    outDir: join(import.meta.dirname, "dist"),
    emptyOutDir: true,
    target: "es2022",
    // The content security policy allows only scripts from files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: {
        index: join(SOURCE, "index.html"),
        join: join(SOURCE, "join.html"),
        person: join(SOURCE, "person.html"),
        "service-worker": join(SOURCE, "service-worker/console.ts"),
      },
      output: {
        // A service worker must keep its name, or browsers would not find its new version.
        entryFileNames: ({ name }) =>
          name === "service-worker" ? "service-worker.js" : "assets/[name]-[hash].js",
        // What most screens share: one file is smaller than many.
        codeSplitting: {
          groups: [
            {
              name: "shared",
              test: /src\/(components\/(badges|checkbox|dialog|field|form|offline-mark|problem|select|title|use-action)|state\/(loaded|now|host-settings)|words\/(alert-words|levels|numbers|time|plain|unnamed))\.tsx?$/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
});
