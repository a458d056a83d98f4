import type { RequestHandler } from "express";
import { bearerToken, type Tokens } from "../../auth/tokens.ts";
import { BUSY, LOG_IN_FIRST } from "../../errors/app-error.ts";
import type { StreetSearch } from "../../streets/search.ts";
import { refuse } from "../errors.ts";

/** The longest question, in characters. */
const LONGEST = 100;

/**
 * Answers `GET /console/streets?text=`: streets and addresses of the map's file. A request needs a valid token, so that
 * only users can make the host search. Streets are no secret, so the database is not asked about the token's session.
 */
export const streets =
  (search: StreetSearch, tokens: Tokens): RequestHandler =>
  async (request, response) => {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined || !tokens.verify(token)) {
      return refuse(response, 401, "UNAUTHENTICATED", LOG_IN_FIRST);
    }
    const { text } = request.query;
    if (typeof text !== "string" || text.length > LONGEST) {
      const message = `text must be a name of at most ${LONGEST} characters.`;
      return refuse(response, 400, "BAD_USER_INPUT", message);
    }
    const found = await search.find(text);
    if (!found) return refuse(response, 503, "RATE_LIMITED", BUSY, 1);
    response.set("Cache-Control", "private, no-store").json(found);
  };
