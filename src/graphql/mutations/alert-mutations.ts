import type { PgCodec, WithPgClient } from "postgraphile/@dataplan/pg";
import { context, type FieldArgs, list, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { publishFor } from "../../database/publication.ts";
import { columnsByField } from "../types/columns-by-field.ts";

/** How long a mutation goes on matching before it answers and leaves the rest to a job. */
const MOST_MILLISECONDS = 400;

/** One statement of the first phase: its text, with the request's values, returns the alert's id. */
interface FirstPhase {
  text: string;
  values: readonly unknown[];
}

/** Publishes in two phases: what the administrator asks for, then, in transactions of their own, matching. */
async function publish(
  withPgClient: WithPgClient,
  pgSettings: never,
  { text, values }: FirstPhase,
): Promise<number> {
  const { rows } = await withPgClient(pgSettings, (client) =>
    client.query<{ id: number }>({ text, values: [...values] }),
  );
  const id = rows[0]?.id as number;
  await withPgClient(null, async (client) => {
    if (await publishFor(client, id, MOST_MILLISECONDS)) return;
    await client.query({ text: "select app_private.continue_publication($1)", values: [id] });
  });
  return id;
}

const NEW =
  "select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1::json)) as id";
const UPDATE =
  "select app_private.update_alert($1, json_populate_record(null::app_public.alert_update_input, $2::json)) as id";
const CANCEL = "select app_private.cancel_alert($1, $2) as id";

/** Writes an input as JSON, its fields under the names of the composite type's attributes. */
function writer(codec: PgCodec | undefined, build: GraphileBuild.Build) {
  const columns = columnsByField(codec, build);
  if (!columns) throw new Error("The type of an alert's input is missing.");
  return (input: object) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(input).map(([name, value]) => [columns[name] as string, value]),
      ),
    );
}

/**
 * The mutations that publish: `newAlert`, `alertUpdate`, `alertCancel`. Each has two phases: app_private.new_alert() or
 * its like, and app_private.publish_chunk(). Then the alert is read, so that `reachedUsers` is what it reached.
 */
export const AlertMutationsPlugin = extendSchema((build) => {
  const { alerts } = build.pgResources;
  if (!alerts) throw new Error("The table alerts is missing.");
  const codecs = Object.values(build.pgCodecs) as PgCodec[];
  const typed = (name: string) => codecs.find((codec) => codec.extensions?.pg?.name === name);
  const writeInput = writer(typed("alert_input"), build);
  const writeUpdate = writer(typed("alert_update_input"), build);

  /** The plan of a mutation whose arguments make the first phase. */
  const publishing =
    (names: readonly string[], firstPhase: (...values: never[]) => FirstPhase) =>
    (_$root: unknown, args: FieldArgs) => {
      const $context = context();
      const $id = sideEffect(
        list([
          $context.get("withPgClient"),
          $context.get("pgSettings"),
          ...names.map((name) => args.getRaw(name)),
        ]),
        ([withPgClient, pgSettings, ...values]) =>
          publish(
            withPgClient as WithPgClient,
            pgSettings as never,
            firstPhase(...(values as never[])),
          ),
      );
      return alerts.get({ id: $id });
    };

  return {
    typeDefs: gql`
      extend type Mutation {
        """
        Publishes an alert. It notifies users whose last position lies in its zones before it answers,
        or soon after if they are very many, and users who enter the zones while the alert is active.
        For administrators. Error CONFLICT if the idempotencyKey belongs to another alert.
        """
        newAlert(
          """The alert to publish."""
          input: AlertInput!
        ): Alert
        """
        Publishes the next version of an alert. It notifies users who are newly inside or further in,
        and users who were notified already only with renotify. For administrators. Error CONFLICT if
        the alert has ended.
        """
        alertUpdate(
          """The id of the alert."""
          id: Int!
          """The changes."""
          input: AlertUpdateInput!
        ): Alert
        """
        Cancels an alert. Everyone who was notified gets one all-clear, wherever they are now. For
        administrators. Error CONFLICT if the alert has ended.
        """
        alertCancel(
          """The id of the alert."""
          id: Int!
          """The text of the all-clear."""
          text: String!
        ): Alert
      }
    `,
    objects: {
      Mutation: {
        plans: {
          newAlert: publishing(["input"], (input: object) => ({
            text: NEW,
            values: [writeInput(input)],
          })),
          alertUpdate: publishing(["id", "input"], (id: number, input: object) => ({
            text: UPDATE,
            values: [id, writeUpdate(input)],
          })),
          alertCancel: publishing(["id", "text"], (id: number, text: string) => ({
            text: CANCEL,
            values: [id, text],
          })),
        },
      },
    },
  };
});
