import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  type ValidationRule,
  validate,
} from "postgraphile/graphql";
import type { DocumentLimits } from "../../settings/config.ts";
import { checkLength, checkSize, type DocumentSize } from "./document-size.ts";
import type { KnownDocuments } from "./known-documents.ts";
import { widenVariables } from "./widen-variables.ts";

const MAX_ERRORS = 20;

const sizes = new WeakMap<DocumentNode, DocumentSize>();

/** The size of a document that was validated. */
export const knownSize = (document: DocumentNode): DocumentSize | undefined => sizes.get(document);

/**
 * Refuses a variable like $constructor: in JavaScript every object has a property of this name, which Grafast would take
 * for the value of a variable that is left out.
 */
const noInheritedVariables: ValidationRule = (context) => ({
  VariableDefinition({ variable }) {
    const name = variable.name.value;
    if (!(name in Object.prototype)) return;
    const message = `A variable must not have the name "$${name}": give it another name.`;
    context.reportError(new GraphQLError(message, { nodes: variable }));
  },
});

/** Validates a document. If it fails, validates it again with wider types for its variables, if there are any. */
function validated(
  schema: GraphQLSchema,
  parsed: DocumentNode,
  rules: readonly ValidationRule[],
): { document: DocumentNode } | { errors: readonly GraphQLError[] } {
  const options = { maxErrors: MAX_ERRORS };
  const errors = validate(schema, parsed, rules, options);
  if (errors.length === 0) return { document: parsed };
  const document = widenVariables(schema, parsed);
  if (document === parsed) return { errors };
  const secondErrors = validate(schema, document, rules, options);
  return secondErrors.length > 0 ? { errors: secondErrors } : { document };
}

/**
 * Refuses documents that ask for too much, and validates the others, over HTTP and websockets alike. A document
 * that is known to be good is not checked again.
 * @param known Keeps the good documents by their text.
 */
export function makeRequestValidationPlugin(
  limits: DocumentLimits,
  known: KnownDocuments,
): GraphileConfig.Plugin {
  return {
    name: "RequestValidationPlugin",
    description:
      "Limits documents, accepts some variables of other types, and adds codes to errors",
    grafserv: {
      middleware: {
        setPreset(next, options) {
          const { getExecutionConfig, validationRules } = options;
          const rules = [...validationRules, noInheritedVariables];
          const { maskError } = options.resolvedPreset.grafserv ?? {};
          if (!maskError) throw new Error("The preset has no maskError.");
          const withCodes = (errors: readonly GraphQLError[]) => ({
            errors: errors.map(maskError as (error: GraphQLError) => GraphQLError),
          });
          function check(schema: GraphQLSchema, text: string) {
            try {
              checkLength(text, limits);
              const parsed = parse(text, { maxTokens: limits.tokens });
              const size = checkSize(parsed, limits);
              const result = validated(schema, parsed, rules);
              if ("errors" in result) return withCodes(result.errors);
              sizes.set(result.document, size);
              known.set(text, result.document);
              return result;
            } catch (error) {
              const originalError = error as Error;
              const isOfGraphQL = originalError instanceof GraphQLError;
              return withCodes([
                isOfGraphQL
                  ? originalError
                  : new GraphQLError(originalError.message, { originalError }),
              ]);
            }
          }
          options.getExecutionConfig = async function limited(context) {
            const config = await getExecutionConfig.call(this, context);
            const parseAndValidate: typeof config.parseAndValidate = (text) => {
              const document = known.get(text);
              return document ? { document } : check(config.schema, text);
            };
            return { ...config, parseAndValidate };
          };
          return next();
        },
      },
    },
  };
}
