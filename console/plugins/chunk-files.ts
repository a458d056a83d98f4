import type { Rollup } from "vite";

/** Returns the files of a chunk and of all that it imports. */
export function chunkFiles(
  bundle: Readonly<Record<string, Rollup.OutputAsset | Rollup.OutputChunk>>,
  file: string,
  found = new Set<string>(),
): Set<string> {
  const chunk = bundle[file];
  if (chunk?.type !== "chunk" || found.has(file)) return found;
  found.add(file);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) chunkFiles(bundle, name, found);
  return found;
}
