import type { AlertInput, AlertUpdateInput } from "../api/operations.ts";
import type { Area } from "../geo/area.ts";
import type { Draft } from "./draft-fields.ts";
import { positionAge } from "./position-age.ts";

/** What is still missing before an alert can be published, as a sentence; empty where nothing is. */
export function missing(draft: Draft, area: Area | undefined): string {
  if (!area) return "Draw the area first.";
  const without = draft.texts.filter((text) => text.trim() === "").length;
  if (without > 0)
    return without === 3 ? "Write the three texts." : "Write the texts that are missing.";
  if (positionAge(draft) === null) return "Positions may be from 1 minute to 30 days old.";
  return "";
}

const inHours = (hours: number) => Math.floor(Date.now() / 1000) + hours * 3600;

/** What the API needs to tell whom a draft would reach: the texts may not be written yet. */
export function reachInput(draft: Draft, area: Area): AlertInput {
  const { level2Distance, level3Distance, texts, status } = draft;
  const [text1, text2, text3] = texts.map((text) => text.trim() || "…") as [string, string, string];
  const age = positionAge(draft);
  return {
    area,
    level2Distance,
    level3Distance,
    text1,
    text2,
    text3,
    status,
    ...(age ? { maxPositionAge: age } : {}),
  };
}

/** A draft as the API takes it. Tried again, it is the same to the letter unless the draft was changed. */
export function alertInput(draft: Draft, area: Area): AlertInput {
  const { key, tried, hours, event, severity, urgency, certainty, language } = draft;
  const input: AlertInput = {
    ...reachInput(draft, area),
    event: event.trim() || null,
    severity,
    urgency,
    certainty,
    language: language.trim() || null,
    idempotencyKey: key,
  };
  const expiresAt = tried?.expiresAt ?? inHours(hours);
  const again = { ...input, expiresAt };
  return tried && JSON.stringify(tried) === JSON.stringify(again)
    ? tried
    : { ...input, expiresAt: inHours(hours) };
}

/** The next version of an alert as the API takes it. */
export function updateInput(draft: Draft, area: Area): AlertUpdateInput {
  const { texts, level2Distance, level3Distance, hours, isRenotified } = draft;
  const [text1, text2, text3] = texts;
  return {
    area,
    level2Distance,
    level3Distance,
    text1,
    text2,
    text3,
    renotify: isRenotified,
    ...(hours > 0 ? { expiresAt: inHours(hours) } : {}),
  };
}
