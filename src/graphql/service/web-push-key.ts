import { constant } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";

/** Adds `Query.webPushPublicKey`, the key with which a browser subscribes to Web Push. */
export const makeWebPushKeyPlugin = (publicKey: string | undefined) =>
  extendSchema({
    typeDefs: gql`
      extend type Query {
        """
        The applicationServerKey (VAPID, base64url) with which a browser subscribes to Web Push. Null
        if Web Push is off. The JSON of the subscription is the token for registerDevice.
        """
        webPushPublicKey: String
      }
    `,
    objects: {
      Query: {
        plans: {
          webPushPublicKey: () => constant(publicKey ?? null),
        },
      },
    },
  });
