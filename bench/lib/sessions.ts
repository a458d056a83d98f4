import { makeTokens } from "../../src/people/tokens.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { JWT_SECRET } from "./servers.ts";

const tokens = makeTokens([secretKey(JWT_SECRET)], 86_400);

/** Gives each user the session that the tokens of `tokenOf` name. */
export const INSERT_SESSIONS = `
  insert into app_public.sessions (user_id, id, expires_at) overriding system value
    select id, 1, now() + interval '1 day' from app_public.users`;

/** Returns a user's token. User 1 is an administrator. */
export const tokenOf = (userId: number) =>
  tokens.issue({ userId, sessionId: 1, ...(userId === 1 && { isAdmin: true }) });
