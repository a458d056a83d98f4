import { expect, test } from "@jest/globals";
import { chunks } from "../../src/commands/build-console/chunks.ts";
import { LIBRARY, LIBRARY_WORKER } from "../../src/commands/build-console/map-library.ts";
import { preloadMap } from "../../src/commands/build-console/preload-map.ts";

test("modules that the first screens need are in the chunk of the pages that need them", () => {
  const library = (name: string) => `${LIBRARY}/src/${name}.ts`;
  const made = `\0${LIBRARY}/workers`;
  /** The imports and the chunk of each module. Entries, styles and what the first screens do not need have none. */
  const modules: Record<string, [imports: string[], chunk: string | null]> = {
    "/c/map/workers.ts": [["/c/map/start.ts", library("config"), made], "workers"],
    "/c/map/start.ts": [[], "workers"],
    [library("config")]: [[], "map-basis"],
    [made]: [[], "workers"],
    [LIBRARY_WORKER]: [[library("tile"), library("config")], null],
    [library("tile")]: [[], "map-shared"],
    "/c/main.tsx": [["/c/app.css", "/c/login.tsx", "/c/words.ts", "/c/map/start.ts"], null],
    "/c/app.css": [[], null],
    "/c/login.tsx": [["/c/button.tsx"], "common"],
    "/c/button.tsx": [[], "common"],
    "/c/words.ts": [["/c/words.ts"], "page"],
    "/c/mail.ts": [[], "joining"],
    "/c/screens/map.tsx": [["/c/words.ts", "/c/alerts.ts", "/c/mail.ts", "/c/draw.ts"], "map"],
    "/c/alerts.ts": [[], "known"],
    "/c/draw.ts": [[library("map"), "/c/zoom.tsx"], "map"],
    "/c/zoom.tsx": [["/c/map.css"], "map"],
    "/c/map.css": [[], null],
    [library("map")]: [[library("tile")], "map"],
    "/c/person/main.tsx": [["/c/words.ts", "/c/person/own.ts"], null],
    "/c/person/own.ts": [[], null],
    "/c/join/main.tsx": [["/c/words.ts", "/c/mail.ts"], null],
  };
  const bundle = { getModuleInfo: (id: string) => ({ importedIds: modules[id]?.[0] ?? [] }) };
  const { groups } = chunks("/c");
  const chunkOf = (id: string) =>
    groups.map(({ name }) => name(id, bundle as never)).filter((chunk) => chunk !== null);
  const found = Object.keys(modules).map((id) => [id, chunkOf(id)]);
  expect(found).toEqual(
    Object.entries(modules).map(([id, [, chunk]]) => [id, chunk === null ? [] : [chunk]]),
  );
  const priorities = groups.map(({ priority }) => priority);
  expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
});

test("the console's page preloads the map's code and styles once each, and other pages do not", () => {
  const chunk = (name: string, module: string | null, imports: string[] = []) => ({
    ...{ type: "chunk", fileName: `assets/${name}.js`, facadeModuleId: module },
    ...{ imports: imports.map((each) => `assets/${each}.js`) },
    viteMetadata: { importedCss: new Set(name === "map" ? ["assets/map.css"] : []) },
  });
  const output = [
    chunk("workers", "/c/map/workers.ts", ["basis"]),
    chunk("worker", LIBRARY_WORKER, ["basis"]),
    chunk("map", "/c/screens/map.tsx", ["known", "basis"]),
    chunk("known", null, ["map"]),
    chunk("basis", null),
  ];
  const bundle = Object.fromEntries(output.map((file) => [file.fileName, file]));
  const { handler } = preloadMap().transformIndexHtml as unknown as {
    handler(html: string, context: object): unknown;
  };
  const page = '<script src="./assets/basis.js"></script>';
  const later = { crossorigin: true, fetchpriority: "low" };
  const link = (attrs: object) => ({ tag: "link", attrs, injectTo: "head" });
  const code = (name: string) =>
    link({ rel: "modulepreload", ...later, href: `./assets/${name}.js` });
  expect(handler(page, { bundle, path: "/index.html" })).toEqual([
    ...["workers", "worker", "map"].map(code),
    link({ rel: "preload", as: "style", ...later, href: "./assets/map.css" }),
    code("known"),
  ]);
  expect(handler(page, { bundle, path: "/person.html" })).toEqual([]);
  expect(() => handler(page, { bundle: {}, path: "/index.html" })).toThrow(
    "No chunk has /map/workers.ts.",
  );
});
