import { type ExecutionArgs, GraphQLError, getOperationAST } from "postgraphile/graphql";
import { countFields } from "../../limits/count-fields.ts";
import { BYTES_PER_REPORT, quotaExceeded, type TakeQuota } from "../../limits/quotas.ts";
import { currentRequest } from "../../ops/logged-request.ts";
import { knownSize } from "./request-validation.ts";
import { withDefaults } from "./root-fields.ts";

/** How many values of introspection take about as long as a root field: a third of a millisecond. */
const INTROSPECTED_VALUES_PER_FIELD = 10_000;

/** Refuses operations of clients whose quota is used up, over HTTP and over websockets, before anything is planned. */
export function makeQuotasPlugin(takeQuota: TakeQuota): GraphileConfig.Plugin {
  /** The refusal of an operation; undefined if it may run. */
  async function refusal({ document, operationName, variableValues, contextValue }: ExecutionArgs) {
    const operation = getOperationAST(document, operationName);
    // Grafast says what is wrong.
    if (!operation) return undefined;
    const { identity, address } = contextValue as Grafast.Context;
    const isAdmin = identity?.isAdmin ?? false;
    const variables = withDefaults(operation, variableValues ?? {});
    const { reports, others } = countFields(document, operation, variables, isAdmin);
    const bySize = Math.ceil((currentRequest()?.bytes ?? 0) / BYTES_PER_REPORT);
    const introspected = knownSize(document)?.introspected ?? 0;
    const counts = {
      reports: reports && Math.max(reports, bySize),
      others: others + Math.floor(introspected / INTROSPECTED_VALUES_PER_FIELD),
    };
    const userId = identity ? String(identity.userId) : "";
    const wait = await takeQuota({ userId, address }, counts);
    if (wait === 0) return undefined;
    const originalError = await quotaExceeded(wait);
    return { errors: [new GraphQLError(originalError.message, { originalError })] };
  }

  return {
    name: "QuotasPlugin",
    description: "Refuses operations of those whose quota is used up",
    before: ["FastPathPlugin", "PacedResultsPlugin"],
    grafast: {
      middleware: {
        async execute(next, { args }) {
          return (await refusal(args)) ?? (await next());
        },
        async subscribe(next, { args }) {
          return ((await refusal(args)) ?? (await next())) as Awaited<ReturnType<typeof next>>;
        },
      },
    },
  };
}
