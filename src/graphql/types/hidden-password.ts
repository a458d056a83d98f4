import { constant } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";

/** Adds `User.password`, a constant: existing clients select it, but no password is ever sent. */
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
