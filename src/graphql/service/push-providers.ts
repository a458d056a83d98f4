import { lambda } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import type { Readiness } from "../../database/readiness.ts";
import { listProviderStates } from "../../delivery/push/states.ts";
import { caller, callerRow } from "../requests/caller.ts";

const FAILING = "select app_public.require_viewer(), app_private.failing_pushes() as failing";

/**
 * Adds `Query.pushProviders`, whether pushes go out now.
 * @param configured For each provider "on", or "off" and what to set.
 */
export const makePushProvidersPlugin = (configured: Readonly<Record<string, string>>) =>
  extendSchema({
    typeDefs: gql`
      """Whether a provider takes pushes."""
      enum PushProviderState {
        """It is on, and took the last push that it was sent, if there was one."""
        ON
        """The host has no credentials for it. Its pushes wait until it is on."""
        OFF
        """It took no push last. Pushes are tried again."""
        FAILING
      }

      """A provider of pushes, and whether it takes them."""
      type PushProvider {
        """The provider, such as expo or email."""
        provider: String!
        """Whether it takes pushes."""
        state: PushProviderState!
        """What to set to turn it on, or why it took no push last. Null if it is on."""
        reason: String
        """Since when it takes no pushes. Null unless it is failing."""
        since: Int64
      }

      extend type Query {
        """
        The providers of pushes, as this host is set up, and whether they take pushes now. For
        administrators: error FORBIDDEN for others.
        """
        pushProviders: [PushProvider!]
      }
    `,
    objects: {
      Query: {
        plans: {
          pushProviders() {
            return lambda(caller(), async (caller) => {
              const row = await callerRow<{ failing: Readiness["failingPushes"] | null }>(
                caller,
                FAILING,
              );
              return listProviderStates(configured, row?.failing ?? {});
            });
          },
        },
      },
    },
  });
