import { signal } from "@preact/signals";
import type { LevelAlert } from "../api/operations.ts";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
export const isDark = signal(prefersDark.matches);
prefersDark.addEventListener("change", ({ matches }) => {
  isDark.value = matches;
});

/** The offline map's colours. They are pale, so that zones and people stand out. */
export const LAND_COLOURS = {
  light: {
    water: "#cfdfe8",
    land: "#f6f4ee",
    border: "#8d8a9b",
    coast: "#9db3c0",
    name: "#3d3b47",
  },
  dark: { water: "#14222c", land: "#25292e", border: "#7d8590", coast: "#3f5361", name: "#d5dae0" },
};

/** The colours of the map of MAP_FILE, on the land and water of the offline map. */
export const STREET_COLOURS = {
  light: {
    green: "#e2ecd6",
    built: "#edeae3",
    building: "#dcd8cf",
    street: "#ffffff",
    main: "#fbe9b8",
    edge: "#c9c4b8",
    path: "#bdb7a9",
    rail: "#a5a1b0",
    river: "#b4cfdd",
    waterName: "#3f6478",
    quiet: "#5d5a66",
  },
  dark: {
    green: "#222f28",
    built: "#2a2e34",
    building: "#373c43",
    street: "#454b53",
    main: "#5b5643",
    edge: "#1a1d21",
    path: "#4d535b",
    rail: "#5f6470",
    river: "#2f5268",
    waterName: "#8fb4c8",
    quiet: "#a9b0b9",
  },
};

/** The colour of each zone, and the dashes of its border for colour-blind viewers. */
export const ZONES: Record<LevelAlert, { colour: string; dashes: number[] }> = {
  ONE: { colour: "#c62828", dashes: [1] },
  TWO: { colour: "#e07b00", dashes: [4, 2] },
  THREE: { colour: "#c9a100", dashes: [1, 2] },
};
