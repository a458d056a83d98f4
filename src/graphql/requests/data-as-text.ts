/**
 * Makes Grafast write a response's data as JSON text directly, instead of as objects that grafserv turns
 * into text. Not for websockets: graphql-ws needs objects.
 */
export const DataAsTextPlugin: GraphileConfig.CheckedPlugin = {
  name: "DataAsTextPlugin",
  description: "Writes the data of responses as JSON text directly",
  grafast: {
    middleware: {
      prepareArgs(next, { args }) {
        if (args.requestContext?.http) args.outputDataAsString = true;
        return next();
      },
    },
  },
};
