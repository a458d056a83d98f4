import { constant } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";

/** Adds `Query.ntfyUrl`, the server where people subscribe to their topic. */
export const makeNtfyUrlPlugin = (url: string | undefined) =>
  extendSchema({
    typeDefs: gql`
      extend type Query {
        """
        The server of ntfy, where people subscribe to a topic of ntfyTopicAdd. Null if ntfy is off.
        """
        ntfyUrl: String
      }
    `,
    objects: { Query: { plans: { ntfyUrl: () => constant(url ?? null) } } },
  });
