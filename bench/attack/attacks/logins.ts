import type { Attack } from "../attack.ts";

export default {
  what: "70 clients that loop wrong logins of many accounts",
  clients: 70,
  next: (client) => ({
    query: "mutation ($input: LoginCredentials!) { login(input: $input) { userId } }",
    variables: { input: { email: `user${client + 2}@example.org`, password: "wrong-password" } },
  }),
} satisfies Attack;
