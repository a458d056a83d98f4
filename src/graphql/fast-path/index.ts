import * as graphql from "postgraphile/graphql";
import { type KnownDocument, KnownDocuments } from "../requests/known-documents.ts";
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

  /** The operation in its fast form; undefined if Grafast has to take it. */
  find(
    schema: graphql.GraphQLSchema,
    { document, fast }: KnownDocument,
    operationName: string | null | undefined,
  ): FastOperation | undefined {
    const node = graphql.getOperationAST(document, operationName);
    if (!node) return undefined;
    const name = node.name?.value ?? "";
    if (!fast.has(name)) fast.set(name, compile(schema, document, node));
    return fast.get(name);
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
          const { schema, operationName, onError, contextValue } = args;
          const { request } = contextValue as Grafast.Context;
          const { asked } = request;
          // onError asks for other rules for nulls, which only Grafast has.
          const operation =
            asked && onError == null ? fastPath.find(schema, asked, operationName) : undefined;
          const results = operation && (await subscribe(operation, contextValue as Subscriber));
          if (results) request.onPlan?.(false);
          return (results || (await next())) as Awaited<ReturnType<typeof next>>;
        },
      },
    },
  };
  return { plugins: [RowFieldsPlugin, FastPathPlugin] };
}
