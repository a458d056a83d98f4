import type { ExecutionArgs } from "postgraphile/graphql";

/** graphql-js quotes the whole variable in each error about a part of it, and reports up to fifty by default. */
const MAX_VARIABLE_ERRORS = 5;
const options: ExecutionArgs["options"] = { maxCoercionErrors: MAX_VARIABLE_ERRORS };

/**
 * Stops reading variables after a few errors: a client may send megabytes that are wrong in every field. Makes Grafast
 * write a response's data as JSON text directly, instead of as objects that grafserv turns into text. Not for
 * websockets: graphql-ws needs objects.
 */
export const ExecutionArgumentsPlugin: GraphileConfig.CheckedPlugin = {
  name: "ExecutionArgumentsPlugin",
  description: "Stops reading variables after a few errors, and writes data as JSON text",
  grafast: {
    middleware: {
      prepareArgs(next, { args }) {
        Object.assign(args, { options });
        if (args.requestContext?.http) args.outputDataAsString = true;
        return next();
      },
    },
  },
};
