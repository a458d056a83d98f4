import type { Alert } from "../api/load-alert.ts";
import { LEVEL_NAMES } from "./levels.ts";
import { metres } from "./numbers.ts";
import { moment } from "./time.ts";
import { t } from "./translate.ts";

/** A version of an alert, as its history has it. */
export type Version = Alert["history"][number];

/** Describes what a version changed. */
export function changes(version: Version, before: Version | undefined): string[] {
  if (version.allClear !== null) return [t("Ended it: “{text}”", { text: version.allClear })];
  if (!before) return [t("Published it")];
  const changed: string[] = [];
  if (version.title !== before.title)
    changed.push(
      version.title === null ? t("no title") : t("the title: “{text}”", { text: version.title }),
    );
  for (const [name, level] of [
    ["text1", "ONE"],
    ["text2", "TWO"],
    ["text3", "THREE"],
  ] as const) {
    if (version[name] !== before[name])
      changed.push(t("text {level}: “{text}”", { level: LEVEL_NAMES[level], text: version[name] }));
  }
  if (JSON.stringify(version.texts) !== JSON.stringify(before.texts))
    changed.push(t("other languages"));
  if (JSON.stringify(version.areaGeoJson) !== JSON.stringify(before.areaGeoJson))
    changed.push(t("the area"));
  if (version.level2Distance !== before.level2Distance)
    changed.push(t("TWO to {distance}", { distance: metres(version.level2Distance) }));
  if (version.level3Distance !== before.level3Distance) {
    changed.push(t("THREE to {distance}", { distance: metres(version.level3Distance) }));
  }
  if (version.expiresAt !== before.expiresAt)
    changed.push(t("its end to {time}", { time: moment(version.expiresAt) }));
  if (version.isRenotified) changed.push(t("sent to everyone again"));
  return changed.length > 0
    ? [t("Changed {changes}", { changes: changed.join("; ") })]
    : [t("Published it again as it was")];
}
