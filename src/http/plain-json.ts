import type { RequestHandler } from "express";

/**
 * Answers in plain application/json, with the status 200 and the errors in the body, wherever the
 * client takes it. What GraphQL over HTTP prefers (application/graphql-response+json, with a 400
 * for a document that does not validate) is for clients that take nothing else.
 */
export const plainJson: RequestHandler = (request, _response, next) => {
  const { accept } = request.headers;
  if (
    request.method === "POST" &&
    (!accept || /application\/json|\*\/\*|application\/\*/.test(accept))
  ) {
    request.headers.accept = "application/json";
  }
  next();
};
