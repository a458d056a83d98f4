import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { context, list, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { publishFor } from "../publication.ts";

/** How long newAlert goes on matching before it answers and leaves the rest to a job. */
const MOST_MILLISECONDS = 400;

async function newAlert(withPgClient: WithPgClient, pgSettings: never, input: object) {
  const { rows } = await withPgClient(pgSettings, (client) =>
    client.query<{ id: number }>({
      text: "select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1::json)) as id",
      values: [JSON.stringify(input)],
    }),
  );
  const id = rows[0]?.id as number;
  // The second phase: in transactions begun after the first has committed.
  await withPgClient(null, async (client) => {
    if (await publishFor(client, id, MOST_MILLISECONDS)) return;
    await client.query({ text: "select app_private.continue_publication($1)", values: [id] });
  });
  return id;
}

/**
 * `Mutation.newAlert`: publishes in the two phases of app_private.new_alert() and
 * app_private.publish_chunk(), then reads the alert, so that `reachedUsers` is what it reached.
 */
export const NewAlertPlugin = extendSchema((build) => {
  const { alerts } = build.pgResources;
  if (!alerts) throw new Error("The table alerts is missing.");
  return {
    typeDefs: gql`
      extend type Mutation {
        """
        Publishes an alert; for administrators. Those whose last position lies in its zones are
        notified before the answer, or soon after it where they are very many; those who come in
        while it lasts, as they do.
        """
        newAlert(input: AlertInput!): Alert
      }
    `,
    objects: {
      Mutation: {
        plans: {
          newAlert(_$root, args) {
            const $context = context();
            const $id = sideEffect(
              list([
                $context.get("withPgClient"),
                $context.get("pgSettings"),
                args.getRaw("input"),
              ]),
              ([withPgClient, pgSettings, input]) =>
                newAlert(withPgClient as WithPgClient, pgSettings as never, input as object),
            );
            return alerts.get({ id: $id });
          },
        },
      },
    },
  };
});
