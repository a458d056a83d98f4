import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin, type Rollup } from "vite";
import { chunkFiles } from "./chunk-files.ts";
import { wordsOf } from "./page-words.ts";

/** Returns the files that the person's page needs without a network, relative to it. */
function pageFiles(bundle: Rollup.OutputBundle): string[] {
  const entry = Object.values(bundle).find(
    (file) => file.type === "chunk" && file.name === "person",
  );
  if (!entry) throw new Error("No chunk is the person's page.");
  const words = Object.keys(bundle).filter((file) => wordsOf("person").test(file));
  return ["./", ...[...chunkFiles(bundle, entry.fileName), ...words].sort()];
}

/**
 * Builds the service worker of the person's page, which keeps the page's files. It is a build of its own, because it
 * needs the names of these files, and a service worker cannot share a chunk with a page.
 */
export const personWorker = (source: string): Plugin => ({
  name: "person-worker",
  writeBundle: {
    sequential: true,
    async handler({ dir = "" }, bundle) {
      const files = pageFiles(bundle);
      const hash = createHash("sha256").update(files.join("\n"));
      hash.update(await readFile(join(dir, "person.html")));
      await build({
        configFile: false,
        root: source,
        logLevel: "error",
        publicDir: false,
        define: {
          PAGE_FILES: JSON.stringify(files),
          PAGE_VERSION: JSON.stringify(hash.digest("hex").slice(0, 8)),
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: "es2022",
          rolldownOptions: {
            input: { "person-worker": join(source, "service-worker/person.ts") },
            output: { entryFileNames: "[name].js" },
          },
        },
      });
    },
  },
});
