import type { Attack } from "../attack.ts";

const lists = Array.from({ length: 1000 }, (_, n) => `a${n}: alerts { id }`).join(" ");

export default {
  what: "1,000 aliased lists without a token",
  clients: 1,
  next: () => ({ query: `{ ${lists} }` }),
} satisfies Attack;
