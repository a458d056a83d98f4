import { type ComponentType, createElement } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { t } from "../words/translate.ts";
import { Problem } from "./problem.tsx";

const NOT_LOADED = t("This screen cannot be loaded. Try again: nothing that you entered is lost.");

/** A screen whose code is loaded when it is needed, or before. */
export interface Lazy<Props> {
  (props: Props): preact.JSX.Element;
  /** Loads the code, so that the screen appears at once later. */
  preload(): Promise<void>;
}

/**
 * Makes a screen whose code is in a separate file, so that the first screen does not wait for the code of all others.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  let loaded: ComponentType<Props> | undefined;
  async function preload(): Promise<void> {
    loaded ??= await load();
  }
  function LazyScreen(props: Props) {
    const [state, setState] = useState<"loading" | "loaded" | "failed">(
      loaded ? "loaded" : "loading",
    );
    // Runs before the paint, because on a slow computer the paint comes much later.
    useLayoutEffect(() => {
      preload().then(
        () => setState("loaded"),
        (error) => {
          console.warn("Not loaded:", error);
          setState("failed");
        },
      );
    }, []);
    if (loaded) return createElement(loaded, props);
    return (
      <main class="page" aria-busy={state === "loading"}>
        {state === "loading" && (
          <p role="status" class="state loading">
            {t("Loading…")}
          </p>
        )}
        {/* A browser does not load a failed script again, but a reloaded page does. */}
        <Problem text={state === "failed" ? NOT_LOADED : ""} retry={() => location.reload()} />
      </main>
    );
  }
  return Object.assign(LazyScreen, { preload });
}
