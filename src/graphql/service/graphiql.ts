import { GraphiqlPolicyPlugin } from "./graphiql-policy.ts";

const FIRST_QUERY = `# Log in first. The first start of the service prints the administrator's password.
# Then write the token into Headers below: {"Authorization": "Bearer …"}
mutation LogIn {
  login(input: { email: "admin@example.org", password: "" }) {
    accessToken
    userId
  }
}
`;

/** Serves GraphiQL at /graphiql, with its own title, a login as the first query, and a content security policy. */
export const graphiqlPreset: GraphileConfig.Preset = {
  plugins: [GraphiqlPolicyPlugin],
  grafserv: { graphiqlPath: "/graphiql" },
  ruru: {
    htmlParts: { titleTag: "<title>Location alerts: GraphiQL</title>" },
    // The type requires all fields, although none is needed.
    clientConfig: { defaultQuery: FIRST_QUERY } as never,
  },
};
