import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeOperations } from "./operations.ts";

const FOLDER = import.meta.dirname;
/** The file with the fingerprint of what `dist` was made from. */
const MARK = join(FOLDER, "dist/.made-from");

/** Returns a hash of the sources and of the packages. Times are ignored, because they change at each checkout. */
function fingerprint(): string {
  const sources = globSync("{src,plugins}/**/*.*", { cwd: FOLDER }).sort();
  const hash = createHash("sha256");
  for (const file of [...sources, "build.ts", "vite.config.ts", "../package-lock.json"])
    hash.update(`${file}\n`).update(readFileSync(join(FOLDER, file)));
  return hash.digest("hex");
}

function builtFrom(): string {
  try {
    return readFileSync(MARK, "utf8");
  } catch {
    return "";
  }
}

/** `npm run build -w console`: builds the pages into `dist`, unless it was made from the same sources and packages. */
await writeOperations();
const mark = fingerprint();
if (builtFrom() !== mark) {
  // Tests set it to "test", and Vite would compile components for debugging.
  process.env.NODE_ENV = "production";
  const { build } = await import("vite");
  await build({ configFile: join(FOLDER, "vite.config.ts"), configLoader: "native" });
  writeFileSync(MARK, mark);
  console.error("The console is built.");
}
