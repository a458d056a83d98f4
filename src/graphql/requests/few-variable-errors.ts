import type { ExecutionArgs } from "postgraphile/graphql";

/** graphql-js writes the whole of a variable into each error about a part of it, and finds fifty unless told otherwise. */
const MOST_ERRORS = 5;
const options: ExecutionArgs["options"] = { maxCoercionErrors: MOST_ERRORS };

/** Stops reading variables after a few errors: a client may send megabytes, wrong in each field. */
export const FewVariableErrorsPlugin: GraphileConfig.Plugin = {
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
