import type { Attack } from "../attack.ts";

const ALIASES = 10;
const lists = Array.from(
  { length: ALIASES },
  (_, n) => `a${n}: alerts(limit: 1000) { audio1 audio2 audio3 }`,
);

export default {
  what: "a user's speech of all alerts, ten times in one document",
  clients: 1,
  next: () => ({ query: `{ ${lists.join(" ")} }`, userId: 10_500 }),
} satisfies Attack;
