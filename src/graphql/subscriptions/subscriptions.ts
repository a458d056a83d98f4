import type { PgResource } from "postgraphile/@dataplan/pg";
import { access, type Step } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import type { Feed } from "../../live/feed.ts";
import { AppError } from "../../ops/app-error.ts";
import { declareSql } from "../declared-sql.ts";
import { beginFollowing, type Follow, firstRow } from "./follow.ts";

/**
 * `Subscription`: the database checks once, at the beginning, what a subscriber may follow. Each
 * event's row is then read under the subscriber's token, role and policies.
 */
export const SubscriptionsPlugin = extendSchema((build) => {
  const { alerts, notifications, positions } = build.pgResources;
  const { sql } = build;
  const { TYPES, pgSelect } = build.dataplanPg;
  if (!alerts || !notifications || !positions) throw new Error("A table is missing.");

  /** A field that follows a feed, and reads the row of each event. */
  const following = (resource: PgResource, follow: Follow) => {
    const field = {
      subscribePlan: beginFollowing(follow),
      plan: ($event: Step) =>
        pgSelect({
          resource,
          identifiers: follow.keys.map(({ column, codec, property }) => ({
            step: access($event, property),
            codec,
            matches: (alias) => sql`${alias}.${sql.identifier(column)}`,
          })),
        }).single(),
    };
    return declareSql(field, { kind: "events", resource, follow });
  };
  const byId = [{ column: "id", codec: TYPES.int, property: "id" }];

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
        that were taken before the last one, and those that are not kept as history:
        lastPositionChanged has them. For administrators.
        """
        positionAdded: Position
      }
    `,
    objects: {
      Subscription: {
        plans: {
          notificationAdded: following(notifications, {
            async begin(subscriber) {
              const me = await firstRow(subscriber, "select id from app_public.me()");
              return subscriber.live.notifications.subscribe(me?.id as number) as Feed;
            },
            keys: byId,
          }),
          alertProgress: following(alerts, {
            async begin(subscriber, id) {
              await firstRow(subscriber, "select app_public.require_viewer()");
              const feed = await subscriber.live.alerts.subscribe(id as number);
              if (!feed) throw new AppError("NOT_FOUND", "There is no alert with this id.");
              return feed as Feed;
            },
            takesId: true,
            keys: byId,
          }),
          positionAdded: following(positions, {
            async begin(subscriber) {
              await firstRow(subscriber, "select app_public.require_everyone()");
              return (await subscriber.live.positions.followHistory()) as Feed;
            },
            keys: [
              { column: "id", codec: TYPES.bigint, property: "id" },
              // The moment as PostgreSQL wrote it finds the one partition that holds the row.
              { column: "created_at", codec: TYPES.timestamptz, property: "createdAt" },
            ],
          }),
        },
      },
    },
  };
});
