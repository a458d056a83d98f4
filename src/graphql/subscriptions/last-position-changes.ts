import type { PgResource } from "postgraphile/@dataplan/pg";
import { access, type Step } from "postgraphile/grafast";
import type { SQL } from "postgraphile/pg-sql2";
import { extendSchema, gql } from "postgraphile/utils";
import type { Feed } from "../../live/feed.ts";
import { declareRowField, declareSql } from "../declared-sql.ts";
import { beginFollowing, type Follow, firstRow } from "./follow.ts";

/** `Subscription.lastPositionChanged`: who has moved, and whose last position is deleted. */
export const LastPositionChangesPlugin = extendSchema((build) => {
  const lastPositions = build.pgResources.last_positions as PgResource | undefined;
  const { sql } = build;
  const { TYPES, pgSelect } = build.dataplanPg;
  if (!lastPositions) throw new Error("The table of last positions is missing.");

  const follow: Follow = {
    async begin(subscriber) {
      await firstRow(subscriber, "select app_public.require_everyone()");
      return (await subscriber.live.positions.followChanges()) as Feed;
    },
    keys: [{ column: "user_id", codec: TYPES.int, property: "userId" }],
  };
  const userIdOf = (row: SQL) => sql`${row}.${sql.identifier("user_id")}`;
  // A row that is made from the user's id, so that there is one even if the last position is gone.
  const resource = {
    from: ({ placeholder }: { placeholder: SQL }) => sql`(select ${placeholder} as user_id)`,
  };

  return {
    typeDefs: gql`
      """A user's last position after a change."""
      type LastPositionChange {
        """The id of the user."""
        userId: Int!

        """
        The last position of the user. Null if it is deleted: the user was erased, or has not
        reported for a long time.
        """
        lastPosition: LastPosition
      }

      extend type Subscription {
        """
        Each change of a user's last position, and its deletion, at most once a second for each user.
        This includes users without a history of positions. For administrators.
        """
        lastPositionChanged: LastPositionChange
      }
    `,
    objects: {
      Subscription: {
        plans: {
          lastPositionChanged: declareSql(
            { subscribePlan: beginFollowing(follow), plan: ($event: Step) => $event },
            { kind: "events", resource, follow },
          ),
        },
      },
      LastPositionChange: {
        plans: {
          userId: declareRowField(
            { plan: ($event: Step) => access($event, "userId") },
            { value: userIdOf, codec: TYPES.int },
          ),
          lastPosition: declareRowField(
            {
              plan: ($event: Step) =>
                pgSelect({
                  resource: lastPositions,
                  identifiers: [
                    { step: access($event, "userId"), codec: TYPES.int, matches: userIdOf },
                  ],
                }).single(),
            },
            { resource: lastPositions, local: ["user_id"], remote: ["user_id"] },
          ),
        },
      },
    },
  };
});
