import { Window } from "happy-dom";

/** The page of a browser, for the console's components. It draws nothing. */
const page = new Window({ url: "http://localhost/console/" });

const put = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });

put("window", page);
for (const name of [
  "document",
  "history",
  "location",
  "localStorage",
  "sessionStorage",
  "Event",
] as const) {
  put(name, page[name]);
}
// Every question about the window is answered with yes.
put("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));

// Clocks of the modules, and what a closed screen still waits for, must not keep the process alive.
for (const name of ["setInterval", "setTimeout"] as const) {
  const start = globalThis[name] as typeof setTimeout;
  put(name, (...call: Parameters<typeof start>) => start(...call).unref());
}
