import type { Attack } from "../attack.ts";

const fields = Array.from({ length: 100 }, (_, n) => `users { name${n} }`).join(" ");
let count = 0;

export default {
  what: "documents of a user that are invalid, each with another text, over 16 connections",
  clients: 16,
  next() {
    count += 1;
    return { query: `query q${count} { ${fields} }`, userId: 10_500 };
  },
} satisfies Attack;
