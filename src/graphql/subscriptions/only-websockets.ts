import { GraphQLError, getOperationAST } from "postgraphile/graphql";
import { AppError } from "../../ops/app-error.ts";

/** Refuses subscriptions over HTTP, which would never end there. */
export const OnlyWebsocketsPlugin: GraphileConfig.CheckedPlugin = {
  name: "OnlyWebsocketsPlugin",
  description: "Refuses subscriptions over HTTP",
  grafast: {
    middleware: {
      execute(next, { args }) {
        const operation = getOperationAST(args.document, args.operationName);
        if (!args.requestContext?.http || operation?.operation !== "subscription") return next();
        const originalError = new AppError(
          "BAD_USER_INPUT",
          "Subscriptions are served over websockets.",
        );
        return { errors: [new GraphQLError(originalError.message, { originalError })] };
      },
    },
  },
};
