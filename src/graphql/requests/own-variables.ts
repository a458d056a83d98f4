/**
 * Makes sure that Grafast finds no value for a variable that is not given, whatever its name. The object of variables
 * that graphql-js makes inherits a `constructor`, which Grafast would take for the value of `$constructor`.
 */
export const OwnVariablesPlugin: GraphileConfig.Plugin = {
  name: "OwnVariablesPlugin",
  description: "Gives Grafast no variables but those of the request",
  grafast: {
    middleware: {
      establishOperationPlan(next, { variableValues }) {
        Object.setPrototypeOf(variableValues, null);
        return next();
      },
    },
  },
};
