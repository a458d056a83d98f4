import { lambda } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import type { Readiness } from "../../database/readiness.ts";
import { channelState } from "../../ops/channel-state.ts";
import { caller, callerRow } from "../requests/caller.ts";

const FAILING = "select app_public.require_viewer(), app_private.failing_mail() as failing";

/**
 * Adds `Query.mailServer`, whether mails go out now.
 * @param configured "on", or "off" and what to set.
 */
export const makeMailServerPlugin = (configured: string) =>
  extendSchema({
    typeDefs: gql`
      """Whether mails go out."""
      type MailServer {
        """Whether the mail server takes mails."""
        state: PushProviderState!
        """What to set to turn mail on, or why the server took no mail last. Null if it is on."""
        reason: String
        """Since when it takes no mails. Null unless it is failing."""
        since: Int64
      }

      extend type Query {
        """
        Whether mails go out now, as this host is set up. For administrators: error FORBIDDEN for
        others.
        """
        mailServer: MailServer
      }
    `,
    objects: {
      Query: {
        plans: {
          mailServer() {
            return lambda(caller(), async (caller) => {
              const row = await callerRow<{ failing: Readiness["failingMail"] }>(caller, FAILING);
              return channelState(configured, row?.failing ?? null);
            });
          },
        },
      },
    },
  });
