import { TypedDocumentString } from "./operations.ts";

type Answer = Record<string, { nodes: { name: string }[] } | null>;

/**
 * Returns a document that asks for the names of `count` users. It asks for lists, so that a removed user is no error.
 */
export function userNamesDocument(count: number) {
  const each = (text: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => text(at));
  return new TypedDocumentString<Answer, Record<string, number>>(
    `query UserNames(${each((at) => `$id${at}: Int!`).join(", ")}) {
      ${each((at) => `user${at}: usersConnection(condition: { id: $id${at} }) { nodes { name } }`).join("\n")}
    }`,
  );
}
