import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Plugin } from "vite";
import { chunkFiles } from "./chunk-files.ts";

/** The pages for phones, which load the messages that they use, and not those of the whole console. */
const PAGES = ["person", "join"];
const LANGUAGES = "/languages/";

/** The ending of a page's file with the messages of a language. */
export const wordsOf = (page: string) => new RegExp(`/${page}-words-[\\w-]+\\.json$`);

/**
 * Writes the messages that a page uses into a file for each language, and names the files in the page, as
 * `data-words-it`. A message is used if it is in the source of a module of the page.
 */
export function pageWords(): Plugin {
  /** The attributes of each page. */
  const attributes = new Map<string, string>();
  return {
    name: "page-words",
    generateBundle: {
      order: "pre",
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const languages = chunks.flatMap(({ facadeModuleId }) =>
          facadeModuleId?.includes(LANGUAGES) ? [facadeModuleId] : [],
        );
        for (const page of PAGES) {
          const entry = chunks.find(({ name, isEntry }) => isEntry && name === page);
          if (!entry) throw new Error(`No chunk is the page ${page}.`);
          const modules = [...chunkFiles(bundle, entry.fileName)]
            .flatMap((file) => {
              const chunk = bundle[file];
              return chunk?.type === "chunk" ? chunk.moduleIds : [];
            })
            .filter((id) => /\.tsx?$/.test(id));
          const sources = await Promise.all(modules.map((id) => readFile(id, "utf8")));
          const source = sources.join("\n");
          let text = "";
          for (const file of languages) {
            const tag = basename(file, ".ts");
            const { default: all } = (await import(file)) as { default: Record<string, string> };
            const used = Object.entries(all).filter(([message]) =>
              source.includes(JSON.stringify(message)),
            );
            const asset = this.emitFile({
              type: "asset",
              name: `${page}-words-${tag}.json`,
              source: JSON.stringify(Object.fromEntries(used)),
            });
            text += ` data-words-${tag}="./${this.getFileName(asset)}"`;
          }
          attributes.set(page, text);
        }
      },
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { path }) =>
        html.replace("<html", `<html${attributes.get(basename(path, ".html")) ?? ""}`),
    },
  };
}
