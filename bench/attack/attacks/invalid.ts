import type { Attack } from "../attack.ts";

/** The most fields of a document without a token. */
const fields = Array.from({ length: 20 }, (_, n) => `name${n}`).join(" ");
let count = 0;

export default {
  what: "documents without a token that are invalid, each with another text, over 16 connections",
  clients: 16,
  next() {
    count += 1;
    return { query: `query q${count} { ${fields} }` };
  },
} satisfies Attack;
