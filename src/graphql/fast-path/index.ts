import * as graphql from "postgraphile/graphql";
import { KnownDocuments } from "../requests/known-documents.ts";
import type { Subscriber } from "../subscriptions/follow.ts";
import { compile, type FastOperation } from "./compile.ts";
import { RowFieldsPlugin } from "./fields.ts";
import { subscribe } from "./subscribe.ts";

/**
 * The shorter road from a request to its statement, for operations of a few plain shapes: one root
 * field that declares its SQL, plain columns, and relations to one row. Grafast takes all others.
 * docs/fast-path.md explains it on a page.
 */
export class FastPath {
  /** The documents that were validated, by their text. */
  readonly documents = new KnownDocuments();
  readonly #operations = new WeakMap<graphql.OperationDefinitionNode, FastOperation | undefined>();

  /** The operation in its fast form; undefined if Grafast has to take it. */
  find(
    schema: graphql.GraphQLSchema,
    document: graphql.DocumentNode,
    operationName: string | null | undefined,
  ): FastOperation | undefined {
    const node = graphql.getOperationAST(document, operationName);
    if (node && !this.#operations.has(node)) {
      this.#operations.set(node, compile(schema, document, node));
    }
    return node ? this.#operations.get(node) : undefined;
  }
}

/** Makes the preset that runs subscriptions of plain shapes on the fast path. */
export function makeFastPathPreset(fastPath: FastPath): GraphileConfig.Preset {
  const FastPathPlugin: GraphileConfig.CheckedPlugin = {
    name: "FastPathPlugin",
    description: "Runs operations of plain shapes without Grafast",
    before: ["PacedResultsPlugin"],
    grafast: {
      middleware: {
        async subscribe(next, { args }) {
          const { schema, document, operationName, onError, contextValue } = args;
          // onError asks for other rules for nulls, which only Grafast has.
          const operation = onError == null && fastPath.find(schema, document, operationName);
          const results = operation && (await subscribe(operation, contextValue as Subscriber));
          return (results || (await next())) as Awaited<ReturnType<typeof next>>;
        },
      },
    },
  };
  return { plugins: [RowFieldsPlugin, FastPathPlugin] };
}
