import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { access, context, lambda, list, type Step } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { AppError } from "../../errors/app-error.ts";
import type { Feed } from "../../live/feed.ts";
import type { Live } from "../../live/index.ts";
import { Relay } from "../../live/relay.ts";
import { noteRelay } from "../live-results.ts";

/** Who subscribes: how the database is asked as them. */
interface Subscriber {
  live: Live;
  /** The first row of a statement, run as the subscriber. */
  ask(text: string, ...values: unknown[]): Promise<Record<string, unknown> | undefined>;
}

/** A plan that begins to follow something, once the database has said that one may. */
function following(
  begin: (subscriber: Subscriber, argument: unknown) => Promise<Feed>,
  $argument?: Step,
) {
  const $context = context();
  const $parts = list([
    $context.get("live"),
    $context.get("withPgClient"),
    $context.get("pgSettings"),
    ...($argument ? [$argument] : []),
  ]);
  return lambda($parts, async ([live, withPgClient, pgSettings, argument]) => {
    const ask: Subscriber["ask"] = async (text, ...values) => {
      const { rows } = await (withPgClient as WithPgClient)(pgSettings as never, (client) =>
        client.query<Record<string, unknown>>({ text, values: values as never }),
      );
      return rows[0];
    };
    const relay = new Relay(await begin({ live: live as Live, ask }, argument));
    noteRelay(pgSettings as object, relay as Relay);
    return relay;
  });
}

/**
 * `Subscription`: what one follows is checked once at its beginning, by the database; each event is
 * then read anew under the subscriber's token, role and policies.
 */
export const SubscriptionsPlugin = extendSchema((build) => {
  const { alerts, notifications, positions } = build.pgResources;
  const { sql } = build;
  const { TYPES, pgSelect } = build.dataplanPg;
  if (!alerts || !notifications || !positions) throw new Error("A table is missing.");
  return {
    typeDefs: gql`
      extend type Subscription {
        """Your notifications as they are made. Query notifications for earlier ones."""
        notificationAdded: Notification

        """
        An alert now, and again whenever its numbers change, at most once a second. For administrators.
        """
        alertProgress(
          """The id of the alert."""
          id: Int!
        ): Alert

        """
        The positions that users report, at most one a second for each user. It leaves out positions
        that were taken before the last one. For administrators.
        """
        positionAdded: Position
      }
    `,
    objects: {
      Subscription: {
        plans: {
          notificationAdded: {
            subscribePlan: () =>
              following(async ({ live, ask }) => {
                const me = await ask("select id from app_public.me()");
                return live.notifications.subscribe(me?.id as number) as Feed;
              }),
            plan: ($event: Step) => notifications.get({ id: access($event, "id") }),
          },
          alertProgress: {
            subscribePlan: (_$root: Step, args: { getRaw(name: string): Step }) =>
              following(async ({ live, ask }, id) => {
                await ask("select app_public.require_admin()");
                const feed = await live.alerts.subscribe(id as number);
                if (!feed) throw new AppError("NOT_FOUND", "There is no alert with this id.");
                return feed as Feed;
              }, args.getRaw("id")),
            plan: ($event: Step) => alerts.get({ id: access($event, "id") }),
          },
          positionAdded: {
            subscribePlan: () =>
              following(async ({ live, ask }) => {
                await ask("select app_public.require_admin()");
                return (await live.positions.subscribe()) as Feed;
              }),
            // With the moment, as PostgreSQL wrote it, so that one partition is asked.
            plan: ($event: Step) =>
              pgSelect({
                resource: positions,
                identifiers: [
                  ["id", TYPES.bigint, access($event, "id")] as const,
                  ["created_at", TYPES.timestamptz, access($event, "createdAt")] as const,
                ].map(([column, codec, step]) => ({
                  step,
                  codec,
                  matches: (alias) => sql`${alias}.${sql.identifier(column)}`,
                })),
              }).single(),
          },
        },
      },
    },
  } as never;
});
