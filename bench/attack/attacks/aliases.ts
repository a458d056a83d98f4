import type { Attack } from "../attack.ts";

const aliases = Array.from(
  { length: 40_000 },
  (_, n) => `an_alias_with_a_long_name_${n}: apiVersion`,
);

export default {
  what: "a user's 40,000 aliases in 1.6 MB",
  clients: 1,
  next: () => ({ query: `{ ${aliases.join(" ")} }`, userId: 10_500 }),
} satisfies Attack;
