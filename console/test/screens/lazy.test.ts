import "../helpers/document.ts";
import { afterEach, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import type { Lazy } from "../../src/components/lazy-component.tsx";
import { closeScreens, show } from "../helpers/screen.ts";

const loaded = new Set<string>();
const { lazy } = await import("../../src/components/lazy-component.tsx");
const { preloadScreens, SCREENS } = await import("../../src/screens/lazy-screens.ts");

afterEach(async () => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  await closeScreens();
});

test("all screens are preloaded after five seconds when online, even if one fails, unless this is cancelled", async () => {
  jest.useFakeTimers();
  jest.spyOn(console, "warn").mockImplementation(() => {});
  for (const [name, screen] of Object.entries<Pick<Lazy<never>, "preload">>(SCREENS)) {
    screen.preload = async () => {
      loaded.add(name);
      throw new Error("not loaded");
    };
  }
  preloadScreens()();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([...loaded]).toEqual([]);
  preloadScreens();
  await jest.advanceTimersByTimeAsync(4999);
  expect([...loaded]).toEqual([]);
  // Code that a page asks for without a connection is never loaded by that page later.
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  await jest.advanceTimersByTimeAsync(1);
  expect([...loaded]).toEqual([]);
  Object.defineProperty(navigator, "onLine", { value: true, configurable: true });
  window.dispatchEvent(new Event("online"));
  await jest.advanceTimersByTimeAsync(0);
  expect([...loaded].sort()).toEqual(Object.keys(SCREENS).sort());
});

test("a screen appears when its code has loaded, at once if it was loaded before, and loads it only once", async () => {
  let loads = 0;
  const Screen = lazy(async () => {
    loads += 1;
    return ({ name }: { name: string }) => h("p", {}, name);
  });
  const first = show(h(Screen, { name: "Ada" }));
  expect(first.elements("main").map((main) => main.getAttribute("aria-busy"))).toEqual(["true"]);
  await first.reads("Ada");
  expect(show(h(Screen, { name: "Bob" })).text).toBe("Bob");
  await Screen.preload();
  expect(loads).toBe(1);
});

test("a screen that cannot be loaded says so", async () => {
  jest.spyOn(console, "warn").mockImplementation(() => {});
  const Screen = lazy(async () => {
    throw new Error("gone");
  });
  const screen = show(h(Screen, {}));
  expect(screen.text).toBe("");
  await screen.reads("This screen cannot be loaded. Try again: nothing that you entered is lost.");
  expect(screen.has("button", "Try again")).toBe(true);
  expect(screen.elements("main").map((main) => main.getAttribute("aria-busy"))).toEqual(["false"]);
});
