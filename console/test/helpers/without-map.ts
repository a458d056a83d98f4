import { jest } from "@jest/globals";
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { square } from "./square.ts";

/** Replaces the map, which needs WebGL, by one that never loads. Import this before the screens. */
const MAP = "../../src/map";

jest.unstable_mockModule(`${MAP}/the-map.ts`, () => ({
  sharedMap: () => new Promise(() => {}),
  mapElement: new EventTarget(),
}));
jest.unstable_mockModule(`${MAP}/drawing.ts`, () => ({
  tool: signal("polygon"),
  isDrawing: signal(false),
  selected: signal(),
  startDrawing: () => {},
}));
jest.unstable_mockModule(`${MAP}/map-view.tsx`, () => ({
  MapView: ({ children }: { children: ComponentChildren }) => children,
}));
jest.unstable_mockModule(`${MAP}/map-picture.tsx`, () => ({ MapPicture: () => null }));

/** Countries in place of those in the offline map's files. */
jest.unstable_mockModule(`${MAP}/countries.ts`, () => ({
  countryNames: async () => ["Italy", "San Marino"],
  countryShapes: async (index: number) => [
    { kind: "polygon", coordinates: [square(12 + index, 43, 0.1)] },
  ],
}));
