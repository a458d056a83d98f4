import { type ExecutionArgs, GraphQLError, getOperationAST } from "postgraphile/graphql";
import { countFields } from "../../limits/count-fields.ts";
import { quotaExceeded, type TakeQuota } from "../../limits/quotas.ts";

/** Refuses operations of those whose quota is used up, over HTTP and over websockets, before anything is planned. */
export function makeQuotasPlugin(takeQuota: TakeQuota): GraphileConfig.Plugin {
  /** The refusal of an operation; undefined if it may run. */
  async function refusal({ document, operationName, variableValues, contextValue }: ExecutionArgs) {
    const operation = getOperationAST(document, operationName);
    // Grafast says what is wrong with it.
    if (!operation) return undefined;
    const { identity, address } = contextValue as Grafast.Context;
    const counts = countFields(
      document,
      operation,
      variableValues ?? {},
      identity?.isAdmin ?? false,
    );
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
