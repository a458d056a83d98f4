import { type DocumentNode, type GraphQLError, parse, validate } from "postgraphile/graphql";
import { widenVariables } from "./widen-variables.ts";

type Checked = { document: DocumentNode } | { errors: readonly GraphQLError[] };

/**
 * Gives a document that does not validate a second chance with its variables widened, and codes the
 * errors of one that still does not, as others have them.
 */
export const RequestValidationPlugin: GraphileConfig.Plugin = {
  name: "RequestValidationPlugin",
  description: "Validates documents leniently about variables, and codes their errors",
  grafserv: {
    middleware: {
      setPreset(next, options) {
        const { getExecutionConfig, validationRules } = options;
        const { maskError } = options.resolvedPreset.grafserv ?? {};
        if (!maskError) throw new Error("The preset has no maskError.");
        // By the first result, which grafserv keeps for as long as it keeps the document.
        const secondChances = new WeakMap<object, Checked>();
        options.getExecutionConfig = async function lenient(context) {
          const config = await getExecutionConfig.call(this, context);
          function secondChance(query: string, first: readonly GraphQLError[]): Checked {
            const coded = (errors: readonly GraphQLError[]) => ({
              errors: errors.map(maskError as (error: GraphQLError) => GraphQLError),
            });
            let document: DocumentNode;
            try {
              document = widenVariables(config.schema, parse(query));
            } catch {
              return coded(first);
            }
            const errors = validate(config.schema, document, validationRules);
            return errors.length > 0 ? coded(errors) : { document };
          }
          return {
            ...config,
            parseAndValidate(query: string) {
              const first = config.parseAndValidate(query);
              if (!first.errors) return first;
              let second = secondChances.get(first);
              if (!second) {
                second = secondChance(query, first.errors as readonly GraphQLError[]);
                secondChances.set(first, second);
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
