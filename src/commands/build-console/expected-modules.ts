import { CHANGED_MODULES } from "./changed-lines.ts";
import { LEFT_OUT_MODULES } from "./left-out.ts";

/** Checks that a build uses each module of MapLibre that is changed or left out. */
export function expectedModules() {
  const unseen = new Set([...CHANGED_MODULES, ...LEFT_OUT_MODULES]);
  return {
    see: (module: string) => void unseen.delete(module),
    /** @throws Error if MapLibre no longer uses one of the modules. */
    check(): void {
      if (unseen.size > 0) throw new Error(`MapLibre does not use: ${[...unseen].join(", ")}`);
    },
  };
}
