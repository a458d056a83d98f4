import "../helpers/document.ts";
import { afterEach, expect, jest, test } from "@jest/globals";
import type { Lazy } from "../../src/components/lazy-component.tsx";
import { closeScreens } from "../helpers/screen.ts";

const loaded = new Set<string>();
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
