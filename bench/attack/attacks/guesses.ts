import type { Attack } from "../attack.ts";

let guesses = 0;

export default {
  what: "guesses of the administrator's password, one after the other",
  clients: 1,
  next() {
    guesses += 1;
    return {
      query: "mutation ($input: LoginCredentials!) { login(input: $input) { userId } }",
      variables: { input: { email: "user1@example.org", password: `guess-${guesses}` } },
    };
  },
} satisfies Attack;
