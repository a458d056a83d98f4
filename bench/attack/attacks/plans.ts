import type { Attack } from "../attack.ts";

/** Six switches make 64 plans of one document. */
const SWITCHES = 6;
const names = Array.from({ length: SWITCHES }, (_, n) => `v${n}`);
const declared = names.map((name) => `$${name}: Boolean!`).join(" ");
/** With the one root field, these are 46 fields with subfields: a plan takes more than a megabyte. */
const lists = Array.from(
  { length: 15 },
  (_, n) => `a${n}: notifications(limit: ${n + 1}) @include(if: $${names[n % SWITCHES]}) {
    id level seen createdAt user { id name email } alert { id text1 text2 text3 state }
  }`,
).join("\n");
let count = 0;

export default {
  what: "large documents of a user, each with 64 plans, over 16 connections. The memory counts",
  clients: 16,
  next() {
    const document = Math.floor(count / 2 ** SWITCHES);
    const variables = Object.fromEntries(
      names.map((name, n) => [name, Math.floor(count / 2 ** n) % 2 === 0]),
    );
    count += 1;
    return {
      query: `query (${declared}) { d${document}: alerts { ${lists} } }`,
      variables,
      userId: 10_500,
    };
  },
} satisfies Attack;
