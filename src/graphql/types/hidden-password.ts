import { constant } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";

/** `User.password`, which clients select: no password leaves, and none is read. */
export const HiddenPasswordPlugin = extendSchema({
  typeDefs: gql`
    extend type User {
      """Always "******": nobody can read a password."""
      password: String!
    }
  `,
  objects: {
    User: {
      plans: {
        password: () => constant("******"),
      },
    },
  },
});
