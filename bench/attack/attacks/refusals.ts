import type { Attack } from "../attack.ts";

const lists = Array.from({ length: 20 }, (_, n) => `a${n}: notifications { id }`).join(" ");

export default {
  what: "documents without a token that need one, over 16 connections",
  clients: 16,
  next: () => ({ query: `{ ${lists} }` }),
} satisfies Attack;
