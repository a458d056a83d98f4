import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from "postgraphile/graphql";
import { type ObservedStatement, observeStatements } from "../database/observed-statements.ts";
import type { LayerPart, OutputPart, StepPart } from "./direct-rows/plan-parts.ts";
import { learnList, noteSoleList } from "./replays/list.ts";
import { type Replay, type ReplayContext, run } from "./replays/replay.ts";
import { learnRow, noteSoleRow, shapeOf } from "./replays/row.ts";
import { Variants } from "./variants.ts";

/** What an operation is executed with. */
interface Args {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null;
  variableValues?: Record<string, unknown> | null;
  onError?: unknown;
  contextValue: ReplayContext;
}

const replays = new Variants<Replay>();

/**
 * What an operation's SQL may depend on, besides itself: of a query the variables, of a mutation
 * which of them are given.
 */
function variantOf(
  { operation }: OperationDefinitionNode,
  variables: Record<string, unknown>,
): string {
  return operation === "query" ? JSON.stringify(variables) : shapeOf(variables);
}

/** Executes by a replay, or by Grafast, looking on for the next time. */
async function execute(args: Args, byGrafast: (args: never) => unknown): Promise<unknown> {
  const { document, operationName, contextValue, schema } = args;
  const operation = getOperationAST(document, operationName);
  if (!operation || args.onError != null) return await byGrafast(args as never);

  const variables = args.variableValues ?? {};
  // Only of operations that can be replayed, as variables may be large.
  const replay = replays.has(operation)
    ? replays.get(operation, variantOf(operation, variables))
    : undefined;
  const values = replay?.bind(variables);
  if (replay && values) return await run(replay, values, contextValue);

  const statements: ObservedStatement[] = [];
  observeStatements(contextValue.pgSettings, (statement) => statements.push(statement));
  const result = (await byGrafast(args as never)) as { errors?: unknown };
  const [statement] = statements;
  if (statement && statements.length === 1 && !result.errors) {
    const learnt =
      operation.operation === "query"
        ? learnList(statement)
        : learnRow(operation, statement, schema, variables);
    if (learnt) replays.set(operation, variantOf(operation, variables), learnt);
  }
  return result;
}

const noted = new WeakSet<object>();

/** The parts of a plan that are leant on here. */
export interface Plan {
  operation: OperationDefinitionNode;
  rootOutputPlan: OutputPart;
  contextStep: StepPart;
  stepTracker: { layerPlans: readonly (LayerPart | null)[] };
}

/** What of a request's context the database is asked with, and all that a statement run again respects. */
export const DATABASE_KEYS = ["pgSettings", "withPgClient"];

/** Whether a plan does no more than ask the database: looks at nothing else of the request, and has no other effects. */
export function onlyAsks({ contextStep, stepTracker }: Plan, keys = DATABASE_KEYS): boolean {
  const steps = stepTracker.layerPlans.flatMap((layer) => layer?.steps ?? []);
  return steps.every((step) => {
    const name = step.constructor.$$export?.exportName;
    const ofContext = step.dependencies.includes(contextStep);
    return (
      (!step.hasSideEffects || name === "PgSelectStep") &&
      (!ofContext || (name === "AccessStep" && keys.includes(String(step.path?.[0]))))
    );
  });
}

/** Notes what a plan that was just made, or found again, answers. */
function note(plan: Plan): void {
  if (noted.has(plan)) return;
  noted.add(plan);
  if (!onlyAsks(plan)) return;
  const [[key, part] = [], ...others] = Object.entries(plan.rootOutputPlan.keys);
  if (!key || part?.type !== "outputPlan" || others.length > 0) return;
  const { outputPlan, isNonNull, locationDetails: location } = part;
  const field = { key, isNonNull, location };
  if (outputPlan.type.mode === "array") noteSoleList(outputPlan, field);
  if (outputPlan.type.mode === "object" && plan.operation.operation === "mutation") {
    noteSoleRow(plan.operation, outputPlan, field);
  }
}

/**
 * Runs an operation that Grafast has planned and run before, and that was one statement, without
 * it: the same statement for the request's role, its rows written the same way. Grafast builds the
 * statement anew for each request, a fifth of the host's time.
 */
export const ReplaysPlugin: GraphileConfig.Plugin = {
  name: "ReplaysPlugin",
  description: "Runs again what was planned and run before",
  after: ["RequestValidationPlugin"],
  grafast: {
    middleware: {
      establishOperationPlan(next) {
        const plan = next();
        note(plan as never);
        return plan;
      },
    },
  },
  grafserv: {
    middleware: {
      setPreset(next, options) {
        const { getExecutionConfig } = options;
        options.getExecutionConfig = async function replaying(context) {
          const config = await getExecutionConfig.call(this, context);
          // A websocket's answers are objects.
          if (!context.http) return config;
          const byGrafast = config.execute as (args: never) => unknown;
          return { ...config, execute: ((args: Args) => execute(args, byGrafast)) as never };
        };
        return next();
      },
    },
  },
};
