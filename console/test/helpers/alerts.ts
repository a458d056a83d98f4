import { square } from "./square.ts";

const AREA = { type: "Polygon", coordinates: [square(11, 44, 0.01)] };

/** An alert with all that its screens show. */
export const alertOf = (changes: object = {}) => ({
  id: 7,
  version: 1,
  state: "ACTIVE",
  status: "ACTUAL",
  createdAt: 1_000_000,
  expiresAt: 4_000_000_000,
  cancelledAt: null,
  level2Distance: 500,
  level3Distance: 1500,
  title: "Flood",
  text1: "Go up.",
  text2: "Stay away.",
  text3: "Roads are closed.",
  allClear: null,
  event: null,
  language: "it",
  severity: "UNKNOWN",
  urgency: "UNKNOWN",
  certainty: "UNKNOWN",
  templateId: null,
  audioUrl1: "audio/1.mp3",
  audioUrl2: "audio/2.mp3",
  audioUrl3: "audio/3.mp3",
  areaGeoJson: AREA,
  areaLevel2GeoJson: AREA,
  areaLevel3GeoJson: AREA,
  userId: 1,
  user: { id: 1, name: "Ada", email: "ada@example.org" },
  reachedUsers: 3,
  delivery: [
    row("ONE", { users: 2, targeted: 2, usersPushed: 1, usersWaiting: 1 }),
    row("THREE", { users: 1, targeted: 1, usersFailed: 1 }),
  ],
  pushFailures: [],
  cells: [],
  history: [],
  texts: [],
  ...changes,
});

/** How many people were notified at a level. */
export const row = (level: string, changes: object = {}) => ({
  level,
  targeted: 0,
  seen: 0,
  users: 0,
  usersPushed: 0,
  usersWaiting: 0,
  usersFailed: 0,
  usersSeen: 0,
  seenAfterMedian: null,
  ...changes,
});

/** What has become of an alert in a cell, at one level. Without changes the cell has reported nothing. */
export const cellRow = (cell: string, changes: object = {}) => ({
  cell,
  version: null,
  level: null,
  users: 0,
  usersPushed: 0,
  usersWaiting: 0,
  usersFailed: 0,
  usersSeen: 0,
  isComplete: false,
  ...changes,
});

/** A held publication, or its outcome. */
export const heldOf = (changes: object = {}) => ({
  id: 5,
  state: "HELD",
  secondsLeft: 0,
  alertId: null,
  reason: null,
  ...changes,
});

/** The reach that an alert would have. */
export const reachOf = (changes: object = {}) => ({
  one: 3,
  two: 2,
  three: 1,
  againOne: 0,
  againTwo: 0,
  againThree: 0,
  alreadyTold: 0,
  stale: 0,
  coarse: 0,
  withDevice: 4,
  byProvider: [{ provider: "expo", users: 4 }],
  ringing: [{ providers: ["expo"], users: 4 }],
  overlapping: [],
  neighbours: [],
  languages: [],
  area: 2_500_000,
  cells: [],
  ...changes,
});
