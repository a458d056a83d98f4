import type { IncomingMessage } from "node:http";

const TAKES_JSON = /application\/json|\*\/\*|application\/\*/;

/**
 * Answers in plain application/json, with status 200 and the errors in the body, if the client takes
 * it. GraphQL over HTTP prefers application/graphql-response+json, with status 400 for a document
 * that does not validate: clients that take nothing else get that. A browser's visit gets GraphiQL.
 */
export function plainJson({ method, headers }: IncomingMessage): void {
  const { accept } = headers;
  const isVisit = method === "GET" && accept?.includes("text/html");
  if (!isVisit && (!accept || TAKES_JSON.test(accept))) headers.accept = "application/json";
}
