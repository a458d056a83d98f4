import type { PersonAlert, Told } from "../../src/person/inbox.ts";

/** An active alert. */
export const personAlertOf = (
  now: number,
  id: number,
  fields: Partial<PersonAlert> = {},
): PersonAlert => ({
  id,
  severity: "UNKNOWN",
  urgency: "UNKNOWN",
  expiresAt: now + 7200,
  cancelledAt: null,
  state: "ACTIVE",
  status: "ACTUAL",
  version: 1,
  language: "en",
  title: "Gas leak",
  text1: "Leave.",
  text2: "Close the windows.",
  text3: "Roads are closed.",
  allClear: null,
  authority: null,
  audioUrls: [null, null, null],
  cursor: "",
  ...fields,
});

/** A notification of an alert, ten minutes ago. */
export const toldOf = (
  now: number,
  id: number,
  alertId: number,
  fields: Partial<Told> = {},
): Told => ({
  id,
  cursor: "",
  kind: "ALERT",
  level: "TWO",
  version: 1,
  createdAt: now - 600,
  seen: true,
  latitude: 44,
  longitude: 11,
  placeKept: true,
  alertId,
  ...fields,
});
