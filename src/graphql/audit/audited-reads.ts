import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from "postgraphile/graphql";
import type { RequestSettings } from "../../database/request-settings.ts";
import { type PeopleRead, peopleRead } from "./people-fields.ts";
import { recordRead } from "./record-read.ts";

const MINUTE = 60_000;

interface Reading extends PeopleRead {
  withPgClient: WithPgClient;
  pgSettings: RequestSettings;
}

/** What an operation reads of other people, and for whom; undefined if it reads nothing of them. */
function readingOf(args: ExecutionArgs): Reading | undefined {
  const { withPgClient, pgSettings, identity } = args.contextValue as Grafast.Context & {
    withPgClient: WithPgClient;
    pgSettings: RequestSettings;
  };
  if (!identity) return undefined;
  const { schema, document, operationName, variableValues } = args;
  const read = peopleRead(schema, document, operationName, variableValues, identity.userId);
  return read && { ...read, withPgClient, pgSettings };
}

const record = ({ withPgClient, pgSettings, ...read }: Reading, isSubscription: boolean) =>
  recordRead(withPgClient, pgSettings, read, isSubscription);

/** Lets a result pass when its minute is recorded. */
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
          await record(reading, true);
        } catch (error) {
          await results.return(undefined);
          throw error;
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
          const originalError = error as Error;
          return { errors: [new GraphQLError(originalError.message, { originalError })] };
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
