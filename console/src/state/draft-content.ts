import { RequestError } from "../api/request.ts";
import { LEVEL_NAMES, LEVELS } from "../words/levels.ts";
import { metres } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import { titleOf } from "./alert-list.ts";
import { distancesOf } from "./distances.ts";
import type { Draft } from "./draft-fields.ts";

/** The fields of a draft that the database keeps. The others belong to one browser. */
const KEPT = [
  "authorityId",
  "shapes",
  "level2Distance",
  "level3Distance",
  "title",
  "texts",
  "translations",
  "sameAsOne",
  "templateId",
  "values",
  "hours",
  "status",
  "positionAge",
  "positionAgeUnit",
  "event",
  "severity",
  "urgency",
  "certainty",
  "category",
  "responseType",
  "language",
  "isRenotified",
  "base",
  "changedMeanwhile",
] as const satisfies (keyof Draft)[];

/** Returns the kept fields of a draft as text. The same draft always gives the same text. */
export const contentOf = (draft: Draft): string =>
  JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, draft[name]])));

const OTHER_PROGRAM = t("Another program has written this draft: it cannot be opened here.");

/**
 * Reads the content of a draft. Absent fields are set to undefined, so that they are cleared in a draft into
 * which the result is merged.
 * @throws RequestError if another program wrote it.
 */
export function readContent(content: string): Partial<Draft> {
  let read: Partial<Draft> | null = null;
  try {
    read = JSON.parse(content);
  } catch {
    // Handled below.
  }
  const isDraft =
    Array.isArray(read?.shapes) &&
    Array.isArray(read.texts) &&
    read.texts.length === 3 &&
    read.texts.every((text) => typeof text === "string") &&
    ["event", "language", "positionAge"].every(
      (name) => typeof read?.[name as "event"] === "string",
    ) &&
    ["string", "undefined"].includes(typeof read.title) &&
    (read.translations === undefined || Array.isArray(read.translations)) &&
    (read.sameAsOne === undefined || Array.isArray(read.sameAsOne)) &&
    (read.base === undefined || Array.isArray(read.base?.shapes));
  if (!isDraft) throw new RequestError("BAD_USER_INPUT", OTHER_PROGRAM);
  return Object.fromEntries(KEPT.map((name) => [name, read?.[name]])) as Partial<Draft>;
}

/** Returns the name of a draft in lists: the beginning of its title or text. */
export const nameOf = ({ title = "", texts }: Draft): string =>
  [...titleOf({ title, text1: texts[0] })].slice(0, 200).join("") || t("No text yet");

/** The fields whose differences are shown, each with its name and its value in words. */
const SHOWN: [name: string, words: (draft: Draft) => string][] = [
  [t("Title"), ({ title = "" }) => title],
  ...LEVELS.map((level, at): (typeof SHOWN)[number] => [
    LEVEL_NAMES[level],
    ({ texts }) => texts[at] as string,
  ]),
  [t("Distances"), (draft) => distancesOf(draft).map(metres).join(", ")],
];

/** Returns what differs between two drafts: the name of each field, and both values in words if they can be shown. */
export function differences(
  mine: Draft,
  theirs: Draft,
): [name: string, mine: string, theirs: string][] {
  const shown = SHOWN.map(([name, words]) => [name, words(mine), words(theirs)] as const);
  const hidden = KEPT.filter(
    (name) => !["title", "texts", "level2Distance", "level3Distance"].includes(name),
  ).filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]));
  return [
    ...shown.flatMap(([name, one, other]): [string, string, string][] =>
      one === other ? [] : [[name, one, other]],
    ),
    ...(hidden.includes("shapes") ? [[t("The area"), "", ""] as [string, string, string]] : []),
    ...(hidden.some((name) => name !== "shapes")
      ? [[t("Other choices"), "", ""] as [string, string, string]]
      : []),
  ];
}
