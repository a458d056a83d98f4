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

/** The colours of streets, and of main streets, in the map of MAP_FILE. */
export const STREET_COLOURS = {
  light: { street: "#ffffff", main: "#fbe9b8" },
  dark: { street: "#454b53", main: "#5b5643" },
};

/** The colour of each zone, and the dashes of its border for colour-blind viewers. */
export const ZONES: Record<LevelAlert, { colour: string; dashes: number[] }> = {
  ONE: { colour: "#c62828", dashes: [1] },
  TWO: { colour: "#e07b00", dashes: [4, 2] },
  THREE: { colour: "#c9a100", dashes: [1, 2] },
};
