/**
 * Lets a variable that is not given be absent for Grafast, whatever its name. The object of variables that graphql-js makes
 * inherits a `constructor`, which Grafast would take for a value of `$constructor`.
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
