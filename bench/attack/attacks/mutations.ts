import type { Attack } from "../attack.ts";

const mutations = Array.from(
  { length: 3000 },
  (_, n) => `a${n}: newPosition(input: {latitude: 1, longitude: 2, movingActivity: STILL}) { id }`,
);

export default {
  what: "3,000 mutations of a user in one document",
  clients: 1,
  next: () => ({ query: `mutation { ${mutations.join(" ")} }`, userId: 10_500 }),
} satisfies Attack;
