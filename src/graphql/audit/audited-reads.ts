import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from "postgraphile/graphql";
import type { RequestSettings } from "../../database/request-settings.ts";
import type { Live } from "../../live/index.ts";
import { type PeopleRead, peopleRead } from "./people-fields.ts";
import { recordRead } from "./record-read.ts";

const MINUTE = 60_000;

interface Reading extends PeopleRead {
  withPgClient: WithPgClient;
  pgSettings: RequestSettings;
  live: Live;
}

/** What an operation reads of other people, and for whom; undefined if it reads nothing of them. */
function readingOf(args: ExecutionArgs): Reading | undefined {
  const { withPgClient, pgSettings, live, identity } = args.contextValue as Grafast.Context &
    Omit<Reading, keyof PeopleRead>;
  if (!identity) return undefined;
  const { schema, document, operationName, variableValues } = args;
  const read = peopleRead(schema, document, operationName, variableValues, identity.userId);
  return read && { ...read, withPgClient, pgSettings, live };
}

const record = ({ withPgClient, pgSettings, live: _, ...read }: Reading, isSubscription: boolean) =>
  recordRead(withPgClient, pgSettings, read, isSubscription);

/** The result in place of one that cannot be recorded. */
function refused(error: unknown): ExecutionResult {
  const originalError = error as Error;
  return { errors: [new GraphQLError(originalError.message, { originalError })] };
}

/**
 * True if the database takes a subscriber for an administrator now. It is asked as events are read, for many at once: most are none,
 * and must not wait for the connections of requests, which are few while an alert is published.
 */
async function isAdministrator({ live, pgSettings }: Reading): Promise<boolean> {
  const [row] = await live.reader.read(pgSettings, "select current_user", []);
  return (row as unknown[])[0] === "app_admin";
}

/** Lets a result pass when its minute is recorded. If that fails, its error comes instead, as of an event that cannot be read. */
function recordingMinutes(
  results: AsyncGenerator<ExecutionResult, undefined>,
  reading: Reading,
): AsyncGenerator<ExecutionResult, undefined> {
  const take = results.next.bind(results);
  let recorded: number | undefined;
  return Object.assign(results, {
    async next() {
      const result = await take();
      const minute = Math.floor(Date.now() / MINUTE);
      if (!result.done && minute !== recorded) {
        try {
          if (await isAdministrator(reading)) await record(reading, true);
        } catch (error) {
          return { done: false, value: refused(error) };
        }
        recorded = minute;
      }
      return result;
    },
  });
}

/**
 * Records in the audit log what administrators read of other people: an operation before it is executed, a subscription
 * before the first result of each minute. The fast path does the same for queries.
 */
export const AuditedReadsPlugin: GraphileConfig.Plugin = {
  name: "AuditedReadsPlugin",
  description: "Records what administrators read of other people",
  after: ["QuotasPlugin"],
  before: ["FastPathPlugin", "PacedResultsPlugin"],
  grafast: {
    middleware: {
      async execute(next, { args }) {
        const reading = readingOf(args);
        try {
          if (reading) await record(reading, false);
        } catch (error) {
          return refused(error);
        }
        return next();
      },
      async subscribe(next, { args }) {
        const reading = readingOf(args);
        const results = await next();
        if (!reading || !(Symbol.asyncIterator in results)) return results;
        // The hook's result is typed for executions, not for subscriptions.
        return recordingMinutes(results as never, reading) as never;
      },
    },
  },
};
