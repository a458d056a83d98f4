import { extendSchema, gql } from "postgraphile/utils";
import type { Seal } from "../../people/seal.ts";
import { newSecret } from "../../webhooks/secret.ts";
import { callerPlan, callerRow } from "../requests/caller.ts";

const RENEW = "select app_private.webhook_secret($1, $2)";

/** Adds `Mutation.webhookSecretRenew`. */
export const makeWebhookSecretPlugin = (seal: Seal | undefined) =>
  extendSchema({
    typeDefs: gql`
      extend type Mutation {
        """Makes a new secret of a webhook, and returns it: it is shown only once. The one before signs beside it for a day. For managers of its authority."""
        webhookSecretRenew(
          """The id of the webhook."""
          id: Int!
        ): String
      }
    `,
    objects: {
      Mutation: {
        plans: {
          webhookSecretRenew: callerPlan(["id"], async (caller, id: number) => {
            if (!seal) throw new Error("The schema alone seals nothing.");
            const { secret, sealed } = newSecret(seal);
            await callerRow(caller, RENEW, id, sealed);
            return secret;
          }),
        },
      },
    },
  });
