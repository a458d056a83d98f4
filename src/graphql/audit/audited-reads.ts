import { type ExecutionArgs, type ExecutionResult, GraphQLError } from "postgraphile/graphql";
import type { WithRequest } from "../../database/database-request.ts";
import { isStaff } from "../../database/request-query.ts";
import type { Live } from "../../live/index.ts";
import type { Request } from "../requests/request.ts";
import { type PeopleRead, peopleRead } from "./people-fields.ts";
import { recordRead } from "./record-read.ts";

const MINUTE_MS = 60_000;

interface Reading extends PeopleRead {
  withPgClient: WithRequest;
  request: Request;
  live: Live;
}

/** Returns what an operation reads of other people, and who reads it; undefined if it reads nothing of them. */
function readingOf(args: ExecutionArgs): Reading | undefined {
  const { withPgClient, request, live } = args.contextValue as Grafast.Context &
    Omit<Reading, keyof PeopleRead>;
  const { identity, asked } = request;
  if (!identity || !asked) return undefined;
  const { schema, operationName, variableValues } = args;
  const read = peopleRead(schema, asked, operationName, variableValues, identity.userId);
  return read && { ...read, withPgClient, request, live };
}

const record = ({ withPgClient, request, live: _, ...read }: Reading, isSubscription: boolean) =>
  recordRead(withPgClient, request, read, isSubscription);

/** The result that replaces one that could not be recorded. */
function refused(error: unknown): ExecutionResult {
  const originalError = error as Error;
  return { errors: [new GraphQLError(originalError.message, { originalError })] };
}

/**
 * True if the database treats a subscriber as an administrator now. The question goes through the batch reader,
 * together with those of others: most subscribers are not administrators, and must not wait for the connections of
 * requests, which are few while an alert is published.
 */
async function isAdministrator({ live, request }: Reading): Promise<boolean> {
  const [row] = await live.reader.read(request, "select current_user", []);
  return isStaff(String((row as unknown[])[0]));
}

/** Passes on each result once its minute is recorded; if that fails, the error, as for an event that cannot be read. */
function recordingMinutes(
  results: AsyncGenerator<ExecutionResult, undefined>,
  reading: Reading,
): AsyncGenerator<ExecutionResult, undefined> {
  const take = results.next.bind(results);
  let recorded: number | undefined;
  return Object.assign(results, {
    async next() {
      const result = await take();
      const minute = Math.floor(Date.now() / MINUTE_MS);
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
export const AuditedReadsPlugin: GraphileConfig.CheckedPlugin = {
  name: "AuditedReadsPlugin",
  description: "Records what administrators read of other people",
  after: ["DoormanPlugin"],
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
        return recordingMinutes(results as AsyncGenerator<ExecutionResult, undefined>, reading);
      },
    },
  },
};
