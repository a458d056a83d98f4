/**
 * Has Grafast write a response's data as JSON text at once, rather than as objects that grafserv
 * then writes as text. Not for websockets, whose messages are written whole.
 */
export const DataAsTextPlugin: GraphileConfig.Plugin = {
  name: "DataAsTextPlugin",
  description: "Writes the data of answers as text at once",
  grafast: {
    middleware: {
      prepareArgs(next, { args }) {
        if (args.requestContext?.http) args.outputDataAsString = true;
        return next();
      },
    },
  },
};
