import { put } from "./browser-state.ts";

// Not by import(), because modules that are imported after this one need its page.
const { Window }: typeof import("happy-dom") = requireOnce("happy-dom");

/** The page of a browser, for the console's components. It draws nothing. */
const page = new Window({ url: "http://localhost/console/" });

/** Gives the page a value that tests may replace. */
const set = (name: string, value: unknown) => put(name, { writable: true, value });

set("window", page);
// The build defines the base map's folder.
set("BASE_MAP", "base-map");
for (const name of [
  "document",
  "history",
  "location",
  "localStorage",
  "sessionStorage",
  "Event",
  "IntersectionObserver",
] as const) {
  set(name, page[name]);
}
// Every media query matches.
set("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));

// The timers of modules and of closed screens must not keep the process alive.
for (const name of ["setInterval", "setTimeout"] as const) {
  const start = globalThis[name] as typeof setTimeout;
  set(name, (...call: Parameters<typeof start>) => start(...call).unref());
}
