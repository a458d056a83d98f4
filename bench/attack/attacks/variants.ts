import type { Attack } from "../attack.ts";

/** Ten switches make a thousand plans of one document. */
const SWITCHES = 10;
const names = Array.from({ length: SWITCHES }, (_, n) => `v${n}`);
const lists = names
  .map(
    (
      name,
      n,
    ) => `a${n}: alerts(limit: ${n + 1}) @include(if: $${name}) { id text1 user { id name } }
      b${n}: alertsConnection(first: ${n + 1}) @skip(if: $${name}) { nodes { id user { id email } } }`,
  )
  .join("\n");
const query = `query (${names.map((name) => `$${name}: Boolean!`).join(" ")}) { ${lists} }`;
let count = 0;

export default {
  what: "one document of a user, each time with other @include and @skip, over 16 connections",
  clients: 16,
  next() {
    count += 1;
    const variables = Object.fromEntries(
      names.map((name, n) => [name, Math.floor(count / 2 ** n) % 2 === 0]),
    );
    return { query, variables, userId: 10_500 };
  },
} satisfies Attack;
