import type { RequestHandler } from "express";
import { holdRefusal } from "../../limits/hold-refusal.ts";
import { askingUser, type TakeQuota } from "../../limits/quotas.ts";
import { BUSY, LOG_IN_FIRST } from "../../ops/app-error.ts";
import { bearerOf, type Tokens } from "../../people/tokens.ts";
import type { StreetSearch } from "../../streets/search.ts";
import { refuse } from "../errors.ts";

/** The longest text to search for, in characters. */
const LONGEST = 100;

/**
 * Answers `GET /console/streets?text=`: streets and addresses of the map's file. A request needs a valid token, so that
 * only users can make the host search. Streets are no secret, so the database is not asked about the token's session. A
 * search counts as a request of its user.
 */
export const streets =
  (search: StreetSearch, tokens: Tokens, takeQuota: TakeQuota): RequestHandler =>
  async (request, response) => {
    const identity = bearerOf(request, tokens);
    if (!identity) {
      return refuse(response, 401, "UNAUTHENTICATED", LOG_IN_FIRST);
    }
    const { text } = request.query;
    if (typeof text !== "string" || text.length > LONGEST) {
      const message = `text must be a name of at most ${LONGEST} characters.`;
      return refuse(response, 400, "BAD_USER_INPUT", message);
    }
    const { userId } = identity;
    const wait = await takeQuota(askingUser(userId), { reports: 0, others: 1 });
    const found = wait === 0 && (await search.find(text, userId));
    if (!found) {
      await holdRefusal();
      return refuse(response, 503, "RATE_LIMITED", BUSY, wait || 1);
    }
    response.set("Cache-Control", "private, no-store").json(found);
  };
