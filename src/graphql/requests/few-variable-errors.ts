import type { ExecutionArgs } from "postgraphile/graphql";

/** graphql-js quotes the whole variable in each error about a part of it, and reports up to fifty by default. */
const MAX_VARIABLE_ERRORS = 5;
const options: ExecutionArgs["options"] = { maxCoercionErrors: MAX_VARIABLE_ERRORS };

/** Stops reading variables after a few errors: a client may send megabytes that are wrong in every field. */
export const FewVariableErrorsPlugin: GraphileConfig.CheckedPlugin = {
  name: "FewVariableErrorsPlugin",
  description: "Stops reading variables after a few errors",
  grafast: {
    middleware: {
      prepareArgs(next, { args }) {
        Object.assign(args, { options });
        return next();
      },
    },
  },
};
