import { constant } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { declareSql } from "../declared-sql.ts";

/** The version of the documented API. It changes with the contract, not with the package. */
export const API_VERSION = "1.0";

const apiVersion = declareSql(
  { plan: () => constant(API_VERSION) },
  { kind: "constant", value: API_VERSION },
);

/** Adds `Query.apiVersion`. */
export const ApiVersionPlugin = extendSchema({
  typeDefs: gql`
    extend type Query {
      """The version of this API: 1.0."""
      apiVersion: String!
    }
  `,
  objects: {
    Query: {
      plans: {
        apiVersion,
      },
    },
  },
});
