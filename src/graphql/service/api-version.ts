import { constant } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";

/** The version of the documented API. It changes with the contract, not with the package. */
export const API_VERSION = "1.0";

/** `Query.apiVersion`. */
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
        apiVersion: () => constant(API_VERSION),
      },
    },
  },
});
