import { inFile } from "../fault.ts";

/** Faults in what mutations do, in which lane they wait, and in what the service says about itself. */
export const faults = [
  ...inFile(
    "src/graphql/mutations/sessions.ts",
    ["test/api/sessions.test.ts"],
    [
      [
        "a session that is refreshed lasts for years",
        "make_interval(secs => $7)",
        "make_interval(mins => $7)",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/erasure.ts",
    ["test/api/erasure.test.ts"],
    [
      [
        "an erasure counts positions as notifications",
        "e.positions, e.notifications`",
        "e.positions, e.positions as notifications`",
      ],
      ["an erasure counts no notifications", "e.notifications`", "0 as notifications`"],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/export.ts",
    ["test/api/export.test.ts"],
    [["an export promises an hour for its download", "1000) + LIFETIME", "1000) + 12 * LIFETIME"]],
  ),
  ...inFile(
    "src/export/tickets.ts",
    ["test/api/export.test.ts"],
    [["a download may begin within hours", "const LIFETIME = 300", "const LIFETIME = 3000"]],
  ),
  ...inFile(
    "src/graphql/mutations/joining.ts",
    ["test/api/invitations.test.ts"],
    [["an email with blanks around it is a password", "email.trim()", "email"]],
  ),
  ...inFile(
    "src/graphql/mutations/joining.ts",
    ["test/api/hash-lanes.test.ts"],
    [
      [
        "who joins waits before users",
        "{ key: address, isKnown: false }",
        "{ key: address, isKnown: true }",
      ],
      [
        "each who joins has a lane",
        "{ key: address, isKnown: false }",
        "{ key: secret, isKnown: false }",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/first-password.ts",
    ["test/api/hash-lanes.test.ts"],
    [
      ["who has a link waits before users", "isKnown: false", "isKnown: true"],
      ["each link has a lane", "{ key: caller.address(),", "{ key: token,"],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/check-attempt.ts",
    ["test/api/hash-lanes.test.ts"],
    [
      [
        "known accounts of an address have one lane",
        "isKnown ? `${account?.user_id} at ${address}` : address",
        "address",
      ],
      [
        "a stranger makes an account's lane",
        "isKnown ? `${account?.user_id} at ${address}` : address",
        "`${account?.user_id} at ${address}`",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/passwords.ts",
    ["test/api/hash-lanes.test.ts"],
    [
      ["users wait among strangers", "isKnown: true", "isKnown: false"],
      ["all users have one lane", "key: `user ${userId}`", 'key: "user"'],
    ],
  ),
  ...inFile(
    "src/graphql/service/web-push-key.ts",
    ["test/api/web-push-key.test.ts"],
    [["a key that is none", "constant(publicKey ?? null)", 'constant(publicKey ?? "")']],
  ),
  ...inFile(
    "src/graphql/service/graphiql-policy.ts",
    ["test/console/browser/login.test.ts"],
    [["other pages frame GraphiQL", "    \"frame-ancestors 'none'\",\n", ""]],
  ),
];
