import { constant } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import packageJson from "../../package.json" with { type: "json" };

/** `Query.apiVersion`: the package's version. */
export const ApiVersionPlugin = extendSchema({
  typeDefs: gql`
    extend type Query {
      """The version of this API."""
      apiVersion: String!
    }
  `,
  objects: {
    Query: {
      plans: {
        apiVersion: () => constant(packageJson.version),
      },
    },
  },
});
