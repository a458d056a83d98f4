import type { Alert } from "../api/load-alert.ts";
import type { TranslationFragment } from "../api/operations.ts";
import { type Area, areaOf, type Shape, shapesOf } from "../geo/area.ts";
import { changes, type Version } from "../words/changes.ts";
import { t } from "../words/translate.ts";
import type { BaseVersion, Draft, Translation } from "./draft-fields.ts";

/** True if both are the same, also if they are lists. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The computed areas, by their shapes, so that none is computed again when a text changes. */
const areas = new WeakMap<Shape[], Area | undefined>();

/** Returns the area of the version from which an update began. */
export function areaBefore({ shapes }: BaseVersion): Area | undefined {
  if (!areas.has(shapes)) areas.set(shapes, areaOf(shapes));
  return areas.get(shapes);
}

/** Returns texts of an alert or a template in another language, as a draft has them. */
export const translationOf = (one: TranslationFragment): Translation => ({
  language: one.language,
  title: one.title ?? "",
  texts: [one.text1 ?? "", one.text2 ?? "", one.text3 ?? ""],
  isOld: one.isOld,
});

/** Returns the fields that an update of an alert begins with. */
export function baseOf(alert: Alert): BaseVersion {
  const { version, expiresAt, level2Distance, level3Distance, title, text1, text2, text3 } = alert;
  return {
    version,
    expiresAt,
    shapes: shapesOf(alert.areaGeoJson as Area),
    level2Distance,
    level3Distance,
    title: title ?? "",
    texts: [text1, text2, text3],
    translations: alert.texts.map(translationOf),
  };
}

/** Says who changed what after a version. */
function changesSince(base: BaseVersion, history: readonly Version[]): string[] {
  const oldestFirst = history.toSorted((a, b) => a.version - b.version);
  return oldestFirst.flatMap((version, at) =>
    version.version > base.version
      ? [`${version.user?.name ?? t("A user")}: ${changes(version, oldestFirst[at - 1])}`]
      : [],
  );
}

/**
 * Moves an update that began from an older version to the present one: it keeps what this administrator has changed,
 * and takes the rest from the present version.
 */
export function rebasedDraft(draft: Draft, base: BaseVersion, alert: Alert): Draft {
  const now = baseOf(alert);
  const keep = <Value>(own: Value, before: Value, after: Value) =>
    isSame(own, before) ? after : own;
  return {
    ...draft,
    shapes: keep(draft.shapes, base.shapes, now.shapes),
    level2Distance: keep(draft.level2Distance, base.level2Distance, now.level2Distance),
    level3Distance: keep(draft.level3Distance, base.level3Distance, now.level3Distance),
    title: keep(draft.title, base.title, now.title),
    texts: draft.texts.map((text, at) =>
      keep(text, base.texts[at], now.texts[at]),
    ) as Draft["texts"],
    translations: keep(draft.translations, base.translations, now.translations) ?? [],
    base: now,
    changedMeanwhile: [...(draft.changedMeanwhile ?? []), ...changesSince(base, alert.history)],
  };
}
