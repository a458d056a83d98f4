import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
} from "postgraphile/graphql";
import type { RequestSettings } from "../database/request-adaptor.ts";
import { AppError } from "../errors/app-error.ts";
import type { Live } from "../live/index.ts";
import type { Relay } from "../live/relay.ts";
import { noteSoleEvent } from "./live-results/event.ts";
import { Lesson } from "./live-results/lesson.ts";
import { Results } from "./live-results/results.ts";
import { DATABASE_KEYS, onlyAsks, type Plan } from "./replays.ts";
import { Variants } from "./variants.ts";

interface Args {
  document: DocumentNode;
  operationName?: string | null;
  variableValues?: Record<string, unknown> | null;
  onError?: unknown;
  contextValue: { pgSettings: RequestSettings; live: Live };
}

const relays = new WeakMap<object, Relay>();

/** Notes what a subscription, told by its settings object, follows. */
export function noteRelay(settings: object, relay: Relay): void {
  relays.set(settings, relay);
}

const lessons = new Variants<Lesson>();

/** What is known of an operation with these variables, on which its SQL may depend. */
function lessonOf({ document, operationName, variableValues, onError }: Args): Lesson | undefined {
  const operation = getOperationAST(document, operationName);
  if (!operation || onError != null) return undefined;
  const variant = JSON.stringify(variableValues ?? {});
  const known = lessons.get(operation, variant);
  if (known) return known;
  const lesson = new Lesson();
  return lessons.set(operation, variant, lesson) ? lesson : undefined;
}

async function subscribe(
  args: Args,
  byGrafast: (args: never) => unknown,
): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const planned = (await byGrafast(args as never)) as
    | AsyncIterable<ExecutionResult>
    | ExecutionResult;
  const { pgSettings: settings, live } = args.contextValue;
  const relay = relays.get(settings);
  if (!relay || !(Symbol.asyncIterator in planned)) return planned;
  return new Results({ relay, planned, reader: live.reader, settings, lesson: lessonOf(args) });
}

function notOverHttp(): GraphQLError {
  const originalError = new AppError("BAD_USER_INPUT", "Subscriptions are served over websockets.");
  return new GraphQLError(originalError.message, { originalError });
}

const noted = new WeakSet<object>();

/**
 * Has what happens read for many subscribers at once, each under their own role, where Grafast would
 * plan its way to the same statement for each of them and wait for its answer. Learnt from what an
 * event did that Grafast executed; operations that are more than one statement stay Grafast's.
 */
export const LiveResultsPlugin: GraphileConfig.Plugin = {
  name: "LiveResultsPlugin",
  description: "Reads events for many subscribers at once",
  after: ["ReplaysPlugin"],
  grafast: {
    middleware: {
      establishOperationPlan(next) {
        const plan = next() as unknown as Plan;
        if (plan.operation.operation === "subscription" && !noted.has(plan)) {
          noted.add(plan);
          if (onlyAsks(plan, [...DATABASE_KEYS, "live"])) noteSoleEvent(plan);
        }
        return plan as never;
      },
    },
  },
  grafserv: {
    middleware: {
      setPreset(next, options) {
        const { getExecutionConfig } = options;
        options.getExecutionConfig = async function live(context) {
          const config = await getExecutionConfig.call(this, context);
          if (context.http) {
            const { execute } = config;
            return {
              ...config,
              execute(args: never) {
                const { document, operationName } = args as Args;
                if (getOperationAST(document, operationName)?.operation !== "subscription") {
                  return execute(args);
                }
                return { errors: [notOverHttp()] };
              },
            } as typeof config;
          }
          const byGrafast = config.subscribe as (args: never) => unknown;
          return { ...config, subscribe: ((args: Args) => subscribe(args, byGrafast)) as never };
        };
        return next();
      },
    },
  },
};
