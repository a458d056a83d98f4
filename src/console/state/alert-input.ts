import type { AlertInput } from "../api/operations.ts";
import type { Area } from "../geo/area.ts";
import type { Draft } from "./draft.ts";

/** What is still missing before an alert can be published, as a sentence; empty where nothing is. */
export function missing({ texts }: Draft, area: Area | undefined): string {
  if (!area) return "Draw the area first.";
  const without = texts.filter((text) => text.trim() === "").length;
  if (without > 0)
    return without === 3 ? "Write the three texts." : "Write the texts that are missing.";
  return "";
}

/** A draft as the API takes it. */
export function alertInput({ texts }: Draft, area: Area): AlertInput {
  const ring = area.type === "Polygon" ? area.coordinates[0] : area.coordinates[0]?.[0];
  return {
    points: (ring ?? []).map(([longitude, latitude]) => ({
      latitude: latitude as number,
      longitude: longitude as number,
    })),
    text1: texts[0],
    text2: texts[1],
    text3: texts[2],
  };
}
