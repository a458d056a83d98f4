import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { LRU } from "@graphile/lru";
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  type ValidationRule,
  validate,
} from "postgraphile/graphql";
import { FairQueue } from "../../limits/fair-queue.ts";
import { askingUser, BYTES_PER_REPORT, pay, type TakeQuota } from "../../limits/quotas.ts";
import { loginNeeded } from "../../ops/app-error.ts";
import type { DocumentLimits } from "../../settings/config.ts";
import type { MaskError } from "../errors/mask-error.ts";
import { checkLength, checkSize, type DocumentSize, sizeOf } from "./document-size.ts";
import { requestOf } from "./door.ts";
import { type KnownDocument, type KnownDocuments, knownDocument } from "./known-documents.ts";
import type { Request } from "./request.ts";
import { countFields, type Values, withDefaults } from "./root-fields.ts";
import { widenVariables } from "./widen-variables.ts";

/** Each takes up to a quarter of a millisecond, because it suggests other names. */
const MAX_ERRORS = 5;
/** How many values of introspection take about as long as a root field: a third of a millisecond. */
const INTROSPECTED_VALUES_PER_FIELD = 10_000;
/** How many characters of a new document take about as long as a root field to parse and to validate. */
const NEW_CHARACTERS_PER_FIELD = 200;
/** As how many root fields it counts to plan a field with fields of its own, which takes 3 ms. */
const FIELDS_PER_PLANNED_OBJECT = 10;

/**
 * The plans that Grafast keeps. One of 50 fields with fields of their own takes 1.3 MB, so all take 400 MB at most; those
 * of the console's documents take 10 MB.
 */
const PLANS = { operationsCacheMaxLength: 100, operationOperationPlansCacheMaxLength: 3 };

/** What a document may ask for without a token. To log in, to join and to follow a mailed link takes less. */
const STRANGERS = { characters: 2_000, operations: 1, fields: 20, depth: 2 };

/**
 * True if a document is so small that it needs no token. Outside of production, GraphiQL reads the schema without a token,
 * and sends all operations of its editor.
 */
export function needsNoToken(size: DocumentSize, isProduction: boolean): boolean {
  if (size.introspected > 0) return !isProduction && size.fields <= STRANGERS.fields;
  return (
    size.characters <= STRANGERS.characters &&
    (size.operations <= STRANGERS.operations || !isProduction) &&
    size.fields <= STRANGERS.fields &&
    size.depth <= STRANGERS.depth
  );
}

/**
 * Refuses a variable like $constructor: in JavaScript every object has a property of this name, which Grafast would take
 * for the value of a variable that is left out.
 */
const noInheritedVariables: ValidationRule = (context) => ({
  VariableDefinition({ variable }) {
    const name = variable.name.value;
    if (!(name in Object.prototype)) return;
    const message = `A variable must not have the name "$${name}": give it another name.`;
    context.reportError(new GraphQLError(message, { nodes: variable }));
  },
});

/** Validates a document. If it fails, validates it again with wider types for its variables, if there are any. */
function validated(
  schema: GraphQLSchema,
  parsed: DocumentNode,
  rules: readonly ValidationRule[],
): { document: DocumentNode } | { errors: readonly GraphQLError[] } {
  const options = { maxErrors: MAX_ERRORS };
  const errors = validate(schema, parsed, rules, options);
  if (errors.length === 0) return { document: parsed };
  const document = widenVariables(schema, parsed);
  if (document === parsed) return { errors };
  const secondErrors = validate(schema, document, rules, options);
  return secondErrors.length > 0 ? { errors: secondErrors } : { document };
}

/** What a plan depends on, nearly always: which variables are null, and the booleans by which @include and @skip choose. */
const planKey = (variables: object): string =>
  JSON.stringify(variables, (name, value) =>
    name === "" || typeof value === "boolean" || value === null ? value : "",
  );

const asGraphQLError = (error: Error): GraphQLError =>
  error instanceof GraphQLError ? error : new GraphQLError(error.message, { originalError: error });

/**
 * The doorman of GraphQL, over HTTP and websockets alike. A document has a size: one over a limit is refused, and
 * without a token only a small one is admitted. A document that is known to be good is not validated again. Others take
 * turns, and so do operations that have to be planned: strangers and users in alternation. What a document asks for is
 * taken from a quota before it runs: its root fields, its reports, and the time that it takes to validate and to plan it.
 */
export function makeDoormanPlugin(
  maskError: MaskError,
  takeQuota: TakeQuota,
  limits: DocumentLimits,
  isProduction: boolean,
  known: KnownDocuments,
): GraphileConfig.CheckedPlugin {
  const plans = new WeakSet<object>();
  /** The keys of the plans that Grafast has, by operation. */
  const planKeys = new LRU<object, readonly string[]>({
    maxLength: PLANS.operationsCacheMaxLength,
  });
  const turns = new FairQueue({ atOnce: 1 });

  /**
   * Settles when it is the turn of a request. The turn ends after its work, and a rest of the same length, so that half of
   * the time is left for other work.
   * @throws BusyError if too many wait.
   */
  const turnOf = ({ identity, userId, address }: Request, work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      async function workAndRest() {
        resolve();
        const began = performance.now();
        await work();
        await sleep(performance.now() - began);
      }
      const lane = { key: userId || address(), isKnown: identity !== undefined };
      turns.run(lane, workAndRest).catch(reject);
    });

  /** @throws AppError if a user sends too many new documents. */
  async function payForNew(text: string, { identity }: Request): Promise<void> {
    // Those of strangers are small, and administrators publish, which never waits for a quota.
    if (!identity || identity.isAdmin) return;
    const others = Math.ceil(Math.min(text.length, limits.length) / NEW_CHARACTERS_PER_FIELD);
    await pay(takeQuota, askingUser(identity.userId), { reports: 0, others });
  }

  /** Parses and validates a document. @throws Error if it asks for too much, or cannot be parsed. */
  function check(
    schema: GraphQLSchema,
    rules: readonly ValidationRule[],
    text: string,
    isStranger: boolean,
  ): KnownDocument | { errors: readonly GraphQLError[] } {
    const mayAsk = (size: DocumentSize) => !isStranger || needsNoToken(size, isProduction);
    const found = known.get(text);
    if (found && mayAsk(found.size)) return found;
    if (found) throw loginNeeded();
    checkLength(text, limits);
    if (isStranger && isProduction && text.length > STRANGERS.characters) throw loginNeeded();
    const parsed = parse(text, { maxTokens: limits.tokens });
    const size = sizeOf(parsed);
    checkSize(size, limits);
    if (!mayAsk(size)) throw loginNeeded();
    const result = validated(schema, parsed, rules);
    if ("errors" in result) return result;
    const good = knownDocument(result.document, size);
    known.set(text, good);
    return good;
  }

  /** Takes an operation from a quota. @throws AppError, a while after `refused`. */
  async function payFor(
    operation: OperationDefinitionNode,
    variables: Values,
    request: Request,
    refused: () => void,
  ) {
    const { roots, introspected } = (request.asked as KnownDocument).size;
    const root = roots.get(operation.name?.value ?? "") ?? new Map();
    const isAdmin = request.identity?.isAdmin ?? false;
    const { reports, others } = countFields(root, variables, isAdmin);
    const bySize = Math.ceil((request.log?.bytes ?? 0) / BYTES_PER_REPORT);
    const counts = {
      reports: reports && Math.max(reports, bySize),
      others: others + Math.floor(introspected / INTROSPECTED_VALUES_PER_FIELD),
    };
    await pay(takeQuota, request, counts, refused);
  }

  /** Runs an operation if a quota allows it. One that has to be planned waits for a turn, which ends with its plan. */
  async function run<T>(
    { document, operationName, variableValues, contextValue }: ExecutionArgs,
    next: () => T,
  ): Promise<Awaited<T> | ExecutionResult> {
    const { request } = contextValue as Grafast.Context;
    const operation = getOperationAST(document, operationName);
    // Grafast says what is wrong.
    if (!operation || !request.asked) return await next();
    const variables = withDefaults(operation, variableValues ?? {});
    const key = planKey(variables);
    const { promise: planning, resolve: endTurn } = Promise.withResolvers<void>();
    request.onPlan = (isNew) => {
      endTurn();
      const keys = planKeys.get(operation) ?? [];
      const others = keys.filter((other) => other !== key);
      // If a new plan has a known key, then plans of the operation depend on more, and each takes a turn.
      const known = isNew && keys.length > others.length ? [] : [key, ...others];
      planKeys.set(operation, known.slice(0, PLANS.operationOperationPlansCacheMaxLength));
    };
    try {
      const isPlanned = planKeys.get(operation)?.includes(key) ?? false;
      if (!isPlanned && request.pool !== "publication") await turnOf(request, () => planning);
      // In its turn, so that the plan of the one before counts.
      await payFor(operation, variables, request, endTurn);
    } catch (error) {
      endTurn();
      return { errors: [asGraphQLError(error as Error)] };
    }
    try {
      return await next();
    } finally {
      endTurn();
    }
  }

  return {
    name: "DoormanPlugin",
    description: "Limits what documents ask for, without a token too, and takes it from quotas",
    before: ["FastPathPlugin", "PacedResultsPlugin"],
    schema: {
      hooks: {
        GraphQLSchema: (config) => ({
          ...config,
          extensions: {
            ...config.extensions,
            grafast: { ...config.extensions?.grafast, ...PLANS },
          },
        }),
      },
    },
    grafserv: {
      middleware: {
        async processGraphQLRequestBody(next, { body: { query }, request, graphqlWsContext }) {
          if (typeof query !== "string" || known.get(query)) return await next();
          const asking = requestOf(
            graphqlWsContext
              ? { ws: graphqlWsContext.extra as Grafast.RequestContext["ws"] }
              : (request?.requestContext ?? {}),
          );
          await payForNew(query, asking);
          await turnOf(asking, setImmediate);
          return await next();
        },
        setPreset(next, options) {
          const { getExecutionConfig, validationRules } = options;
          const rules = [...validationRules, noInheritedVariables];
          options.getExecutionConfig = async function limited(context) {
            const config = await getExecutionConfig.call(this, context);
            const request = requestOf(context);
            const parseAndValidate: typeof config.parseAndValidate = (text) => {
              let errors: readonly GraphQLError[];
              try {
                const result = check(config.schema, rules, text, !request.identity);
                if ("document" in result) {
                  request.asked = result;
                  return { document: result.document };
                }
                ({ errors } = result);
              } catch (error) {
                errors = [asGraphQLError(error as Error)];
              }
              return { errors: errors.map((error) => maskError(error, request.log)) };
            };
            return { ...config, parseAndValidate };
          };
          return next();
        },
      },
    },
    grafast: {
      middleware: {
        execute: (next, { args }) => run(args, next),
        async subscribe(next, { args }) {
          return (await run(args, next)) as Awaited<ReturnType<typeof next>>;
        },
        establishOperationPlan(next, { context }) {
          const plan = next();
          const { request } = context as Grafast.Context;
          const { size } = request.asked ?? {};
          const isNew = !plans.has(plan);
          plans.add(plan);
          if (isNew && size && request.identity && !request.identity.isAdmin) {
            const planning = FIELDS_PER_PLANNED_OBJECT * size.objects;
            void takeQuota(request, { reports: 0, others: 0, planning });
          }
          request.onPlan?.(isNew);
          return plan;
        },
      },
    },
  };
}
