import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { InlineConfig, Rollup } from "vite";
import { baseMap } from "./base-map.ts";
import { chunkFiles } from "./chunk-files.ts";
import { pageWords, wordsOf } from "./page-words.ts";
import { preloadMap } from "./preload-map.ts";

/** The options of both builds. Addresses are relative, because a proxy may serve the console under any path. */
const COMMON = {
  configFile: false,
  base: ".//",
  logLevel: "error",
} as const satisfies InlineConfig;

/** Returns the files that the person's page needs without a network, relative to it. */
function pageFiles(output: readonly (Rollup.OutputAsset | Rollup.OutputChunk)[]): string[] {
  const bundle = Object.fromEntries(output.map((file) => [file.fileName, file]));
  const entry = output.find((file) => file.type === "chunk" && file.name === "person");
  if (!entry) throw new Error("No chunk is the person's page.");
  const words = Object.keys(bundle).filter((file) => wordsOf("person").test(file));
  return [".//", ...[...chunkFiles(bundle, entry.fileName), ...words].sort()];
}

/** Bundles the pages of a source directory, and their service workers, into an output directory. */
export async function bundle(source: string, output: string): Promise<void> {
  // Tests set it to "test", and Vite would compile components for debugging.
  process.env.NODE_ENV = "production";
  const { build } = await import("vite");
  const made = (await build({
    ...COMMON,
    root: source,
    plugins: [baseMap(), preloadMap(), pageWords()],
    build: {
      outDir: output,
      emptyOutDir: true,
      target: "es2022",
      // The content security policy allows only scripts from files.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: {
          index: join(source, "index.html"),
          join: join(source, "join.html"),
          person: join(source, "person.html"),
          "service-worker": join(source, "service-worker/console.ts"),
        },
        output: {
          // A service worker must keep its name, or browsers would not find its new version.
          entryFileNames: ({ name }) =>
            name === "service-worker" ? "service-worker.js" : "assets/[name]-[hash].js",
        },
      },
    },
  })) as Rollup.RollupOutput;
  const files = pageFiles(made.output);
  const hash = createHash("sha256").update(files.join("\n"));
  hash.update(await readFile(join(output, "person.html")));
  // A separate build, because it needs the file names of the first one, and a service worker cannot share a chunk with
  // another.
  await build({
    ...COMMON,
    root: source,
    publicDir: false,
    define: {
      PAGE_FILES: JSON.stringify(files),
      PAGE_VERSION: JSON.stringify(hash.digest("hex").slice(0, 8)),
    },
    build: {
      outDir: output,
      emptyOutDir: false,
      target: "es2022",
      rolldownOptions: {
        input: { "person-worker": join(source, "service-worker/person.ts") },
        output: { entryFileNames: "[name].js" },
      },
    },
  });
}
