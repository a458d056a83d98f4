import type { PgCodec } from "postgraphile/@dataplan/pg";
import type { FieldArgs } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { type Caller, callerPlan, callerRow } from "../requests/caller.ts";
import { columnsByField } from "../types/columns-by-field.ts";

/**
 * Runs the first phase as the administrator, then the second phase in transactions of its own.
 * @param text The statement of the first phase. It returns the alert's id.
 */
const publish = (caller: Caller, text: string, ...values: unknown[]): Promise<number> =>
  caller.publication.publish(async () => {
    const published = await callerRow<{ id: number }>(caller, text, ...values);
    return published?.id as number;
  });

const NEW_ALERT =
  "select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1::json)) as id";
const UPDATE_ALERT =
  "select app_private.update_alert($1, json_populate_record(null::app_public.alert_update_input, $2::json)) as id";
const CANCEL_ALERT = `select app_private.cancel_alert($1, $2, array(
  select t from json_populate_recordset(null::app_public.alert_text_input, $3::json) t)) as id`;

/** Returns a function that gives the fields of an input the names of the composite type's attributes. */
function renamer(codec: PgCodec | undefined, build: GraphileBuild.Build) {
  const columns = columnsByField(codec, build);
  if (!columns) throw new Error("The type of an alert's input is missing.");
  return (input: object) =>
    Object.fromEntries(
      Object.entries(input).map(([name, value]) => [columns[name] as string, value]),
    );
}

/**
 * Adds the mutations that publish: `newAlert`, `alertUpdate`, `alertCancel`. The first phase is a function such as
 * app_private.new_alert(), the second is app_private.publish_chunk(). The alert is read after both, so that
 * `reachedUsers` counts everyone notified so far.
 */
export const AlertMutationsPlugin = extendSchema((build) => {
  const { alerts } = build.pgResources;
  if (!alerts) throw new Error("The table alerts is missing.");
  const codecs = Object.values(build.pgCodecs) as PgCodec[];
  const codecNamed = (name: string) => codecs.find((codec) => codec.extensions?.pg?.name === name);
  const renameText = renamer(codecNamed("alert_text_input"), build);
  const writeTexts = (texts?: object[] | null) => texts?.map(renameText);
  /** Returns a function that writes an input as JSON for the database. */
  const writer = (codec: string) => {
    const rename = renamer(codecNamed(codec), build);
    return (input: { texts?: object[] | null }) =>
      JSON.stringify(rename({ ...input, texts: writeTexts(input.texts) }));
  };
  const writeInput = writer("alert_input");
  const writeUpdate = writer("alert_update_input");

  /** Returns the plan of a mutation. `firstPhase` returns its statement for the values of the arguments. */
  const publishPlan = <Values extends unknown[]>(
    names: string[],
    firstPhase: (...values: Values) => [text: string, ...values: unknown[]],
  ) => {
    const plan = callerPlan(names, (caller, ...values: Values) =>
      publish(caller, ...firstPhase(...values)),
    );
    return ($root: unknown, args: FieldArgs) => alerts.get({ id: plan($root, args) });
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
        the alert has ended, or has another version than expectedVersion says.
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
          """The all-clear in other languages."""
          texts: [AlertTextInput!]
        ): Alert
      }
    `,
    objects: {
      Mutation: {
        plans: {
          newAlert: publishPlan(["input"], (input: object) => [NEW_ALERT, writeInput(input)]),
          alertUpdate: publishPlan(["id", "input"], (id: number, input: object) => [
            UPDATE_ALERT,
            id,
            writeUpdate(input),
          ]),
          alertCancel: publishPlan(
            ["id", "text", "texts"],
            (id: number, text: string, texts?: object[] | null) => [
              CANCEL_ALERT,
              id,
              text,
              JSON.stringify(writeTexts(texts) ?? []),
            ],
          ),
        },
      },
    },
  };
});
