import { type DocumentNode, type GraphQLError, parse, validate } from "postgraphile/graphql";
import { widenVariables } from "./widen-variables.ts";

type Checked = { document: DocumentNode } | { errors: readonly GraphQLError[] };

/**
 * Validates a document a second time, with wider variable types, if it fails the first time. If it fails
 * again, its errors get codes as all others have.
 */
export const RequestValidationPlugin: GraphileConfig.Plugin = {
  name: "RequestValidationPlugin",
  description: "Accepts some variables of other types, and adds codes to validation errors",
  grafserv: {
    middleware: {
      setPreset(next, options) {
        const { getExecutionConfig, validationRules } = options;
        const { maskError } = options.resolvedPreset.grafserv ?? {};
        if (!maskError) throw new Error("The preset has no maskError.");
        // The key is the first result, which grafserv keeps as long as it caches the document.
        const secondResults = new WeakMap<object, Checked>();
        options.getExecutionConfig = async function lenient(context) {
          const config = await getExecutionConfig.call(this, context);
          function validateAgain(query: string, first: readonly GraphQLError[]): Checked {
            const withCodes = (errors: readonly GraphQLError[]) => ({
              errors: errors.map(maskError as (error: GraphQLError) => GraphQLError),
            });
            let document: DocumentNode;
            try {
              document = widenVariables(config.schema, parse(query));
            } catch {
              return withCodes(first);
            }
            const errors = validate(config.schema, document, validationRules);
            return errors.length > 0 ? withCodes(errors) : { document };
          }
          return {
            ...config,
            parseAndValidate(query: string) {
              const first = config.parseAndValidate(query);
              if (!first.errors) return first;
              let second = secondResults.get(first);
              if (!second) {
                second = validateAgain(query, first.errors as readonly GraphQLError[]);
                secondResults.set(first, second);
              }
              return second;
            },
          };
        };
        return next();
      },
    },
  },
};
