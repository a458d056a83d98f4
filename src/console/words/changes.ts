import type { AlertQuery } from "../api/operations.ts";
import { metres } from "./numbers.ts";
import { moment } from "./time.ts";

/** A version of an alert, as its history has it. */
export type Version = NonNullable<AlertQuery["alerts"]>[number]["history"][number];

/** Describes what a version changed. */
export function changes(version: Version, before: Version | undefined): string[] {
  if (version.allClear !== null) return [`Ended it: “${version.allClear}”`];
  if (!before) return ["Published it"];
  const changed: string[] = [];
  if (version.title !== before.title)
    changed.push(version.title === null ? "no title" : `the title: “${version.title}”`);
  for (const [name, level] of [
    ["text1", "ONE"],
    ["text2", "TWO"],
    ["text3", "THREE"],
  ] as const) {
    if (version[name] !== before[name]) changed.push(`text ${level}: “${version[name]}”`);
  }
  if (JSON.stringify(version.areaGeoJson) !== JSON.stringify(before.areaGeoJson))
    changed.push("the area");
  if (version.level2Distance !== before.level2Distance)
    changed.push(`TWO to ${metres(version.level2Distance)}`);
  if (version.level3Distance !== before.level3Distance) {
    changed.push(`THREE to ${metres(version.level3Distance)}`);
  }
  if (version.expiresAt !== before.expiresAt)
    changed.push(`its end to ${moment(version.expiresAt)}`);
  if (version.isRenotified) changed.push("told everyone again");
  return changed.length > 0 ? [`Changed ${changed.join("; ")}`] : ["Published it again as it was"];
}
