import { readKey } from "./read-key.ts";
import { privateKey, type TokenKey } from "./token-keys.ts";
import type { Variables } from "./variables.ts";

/** How users stay logged in. */
export interface SessionConfig {
  previousSecret: string | undefined;
  privateKey: TokenKey | undefined;
  previousPrivateKey: TokenKey | undefined;
  /** In seconds. */
  accessTokenLifetime: number;
  /** In seconds. */
  refreshTokenLifetime: number;
  requiresCurrentPassword: boolean;
}

const keyOf = (variables: Variables, name: string) =>
  readKey(variables, name, "a private key on the curve P-256", privateKey);

export function readSessionConfig(variables: Variables): SessionConfig {
  return {
    // JWT_SECRET_PREVIOUS: a second secret whose tokens are valid, to replace JWT_SECRET.
    previousSecret: variables.secret("JWT_SECRET_PREVIOUS"),
    // JWT_PRIVATE_KEY: signs tokens with ES256 instead of JWT_SECRET.
    privateKey: keyOf(variables, "JWT_PRIVATE_KEY"),
    // JWT_PRIVATE_KEY_PREVIOUS: a second key whose tokens are valid, to replace JWT_PRIVATE_KEY.
    previousPrivateKey: keyOf(variables, "JWT_PRIVATE_KEY_PREVIOUS"),
    // ACCESS_TOKEN_LIFETIME: how many seconds the token of a session that can be refreshed is valid.
    accessTokenLifetime: variables.integer("ACCESS_TOKEN_LIFETIME", 900, 1, 86400),
    // REFRESH_TOKEN_LIFETIME: after how many seconds without a refresh such a session ends. 90 days by default.
    refreshTokenLifetime: variables.integer(
      "REFRESH_TOKEN_LIFETIME",
      90 * 86400,
      60,
      10 * 365 * 86400,
    ),
    // REQUIRE_CURRENT_PASSWORD: true demands the caller's password to change any email or password, or to erase a user.
    requiresCurrentPassword: variables.boolean("REQUIRE_CURRENT_PASSWORD", false),
  };
}
