import type { RequestHandler } from "express";

/**
 * Makes grafserv answer with application/json (status 200, errors in the body) if the client accepts it, as
 * existing clients expect. Only clients that accept nothing else get application/graphql-response+json, with
 * status 400 for an invalid document.
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
