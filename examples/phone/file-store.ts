import { open, readFile, rename } from "node:fs/promises";
import type { Store } from "./store.ts";

/** Keeps the state in a file, for Node. After a crash or a power cut, the file has the old or the new state. */
export function fileStore(path: string): Store {
  return {
    async read() {
      try {
        return JSON.parse(await readFile(path, "utf8"));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async write(state) {
      const file = await open(`${path}.new`, "w", 0o600);
      try {
        await file.writeFile(JSON.stringify(state));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.new`, path);
    },
  };
}
