import * as client from "openid-client";
import type { Pool } from "pg";
import type { Log } from "../ops/log.ts";
import { logFailure } from "../ops/outage.ts";
import type { Config } from "../settings/config.ts";
import type { OidcProvider } from "../settings/oidc-providers.ts";
import type { Seal } from "./seal.ts";
import { sha256 } from "./tokens.ts";

const TIMEOUT_S = 5;
/** For clocks that differ. */
const TOLERANCE_S = 90;

const END_LOGIN = `
  select app_private.end_oidc_login($1, $2, $3, $4, $5, $6, $7, $8, $9) as refusal
    from set_config('app.request_id', $10, true)`;
const CLAIM = "select * from app_private.claim_oidc_check($1, $2, $3)";
const END_CHECK = "select app_private.end_oidc_check($1, $2, $3, $4, $5)";

type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

/** What a browser keeps while its user is at the provider. */
type Begun = Record<"state" | "nonce" | "verifier", string>;

/** True if the provider answered that it gives this user no more tokens. */
const isGone = (error: unknown) =>
  (error instanceof client.ResponseBodyError && error.error === "invalid_grant") ||
  error instanceof client.WWWAuthenticateChallengeError;

/** Returns an error that says more than that the provider's answer was wrong. It quotes no token. */
function causeOf(error: unknown): Error {
  const { message, cause, error: code } = error as Partial<client.ResponseBodyError>;
  const why = code ?? (cause as unknown as Error | undefined)?.message;
  return new Error(why ? `${message} (${why})` : message);
}

/** Makes the function that finds a provider's settings in its own words: once, and again after a failure. */
function makeDiscovery({ issuer, clientId, clientSecret }: OidcProvider) {
  const metadata = { client_secret: clientSecret, [client.clockTolerance]: TOLERANCE_S };
  // ID tokens are verified too when they come from the provider itself.
  const execute = [client.enableNonRepudiationChecks];
  if (issuer.startsWith("http:")) execute.push(client.allowInsecureRequests);
  const options = { timeout: TIMEOUT_S, execute };
  let found: Promise<client.Configuration> | undefined;
  return () => {
    found ??= client
      .discovery(new URL(issuer), clientId, metadata, undefined, options)
      .catch((error) => {
        found = undefined;
        throw error;
      });
    return found;
  };
}

/** Returns what a provider says of a user, in the ID token or at its userinfo endpoint. */
async function claimsOf(
  config: client.Configuration,
  { groupsClaim }: OidcProvider,
  tokens: Tokens,
  subject?: string,
) {
  const told = tokens.claims();
  const sub = told?.sub ?? subject;
  if (!sub || (subject && sub !== subject)) throw new Error("the ID token is of somebody else");
  const isWhole = told?.[groupsClaim] !== undefined && (subject || told.email);
  const asked =
    isWhole || !config.serverMetadata().userinfo_endpoint
      ? {}
      : await client.fetchUserInfo(config, tokens.access_token, sub);
  const claims: client.IDToken | client.UserInfoResponse = { ...asked, ...told, sub };
  const { email, email_verified: isVerified, name } = claims;
  const groups = [claims[groupsClaim] ?? []].flat().map(String);
  return { sub, email, isVerified: isVerified === true, name, groups };
}

export type Oidc = ReturnType<typeof makeOidc>;

/** Makes the logins at OpenID providers. The database decides whom they find, and what their groups give. */
export function makeOidc(
  { oidcProviders, publicUrl = "" }: Pick<Config, "oidcProviders" | "publicUrl">,
  pool: Pool,
  seal: Seal,
  log: Log,
) {
  const known = oidcProviders.map((provider) => ({
    ...provider,
    redirectUri: `${publicUrl}/oidc/${provider.name}/callback`,
    discover: makeDiscovery(provider),
  }));
  type Known = (typeof known)[number];
  // Both are sealed before the user is known.
  const close = (text: string) => seal.close(0, text);
  const open = (sealed: Buffer) => seal.open(0, sealed);

  return {
    publicUrl,
    causeOf,
    names: oidcProviders.map(({ name }) => name),
    find: (name: string) => known.find((one) => one.name === name),

    /** Returns where a login begins, and what `end` needs of it. */
    async begin({ discover, redirectUri, scopes, parameters }: Known) {
      const begun: Begun = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(await discover(), {
        ...parameters,
        redirect_uri: redirectUri,
        scope: scopes,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, kept: close(JSON.stringify(begun)).toString("base64url") };
    },

    /** Ends a login. Keeps the ticket that begins the session. Returns the reason of a refusal. */
    async end(provider: Known, query: string, kept: string, ticket: string, requestId?: string) {
      const opened = open(Buffer.from(kept, "base64url"));
      if (!opened) throw new Error("the browser did not begin it");
      const { state, nonce, verifier }: Begun = JSON.parse(opened.text);
      const config = await provider.discover();
      const tokens = await client.authorizationCodeGrant(
        config,
        new URL(provider.redirectUri + query),
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        },
      );
      if (!tokens.refresh_token) throw new Error("the provider gave no refresh token");
      const claims = await claimsOf(config, provider, tokens);
      const { rows } = await pool.query<{ refusal: string | null }>(END_LOGIN, [
        provider.issuer,
        claims.sub,
        claims.email,
        claims.isVerified,
        claims.name,
        claims.groups,
        JSON.stringify(provider.groups),
        close(tokens.refresh_token),
        sha256(ticket),
        requestId,
      ]);
      return rows[0]?.refusal ?? undefined;
    },

    /** Asks a session's provider whether it still knows the user. A provider that does not answer is asked the next time. */
    async check(userId: number, sessionId: number, familyHash: Buffer): Promise<void> {
      const { rows } = await pool.query<{ issuer: string; subject: string; refresh_token: Buffer }>(
        CLAIM,
        [userId, sessionId, familyHash],
      );
      const [claimed] = rows;
      const provider = known.find(({ issuer }) => issuer === claimed?.issuer);
      if (!claimed || !provider) return;
      const { issuer, subject } = claimed;
      const keep = (groups: string[] | null, next?: string) =>
        pool.query(END_CHECK, [
          issuer,
          subject,
          groups,
          JSON.stringify(provider.groups),
          next ? close(next) : null,
        ]);
      try {
        const token = open(claimed.refresh_token)?.text;
        if (token === undefined) return void (await keep(null));
        const config = await provider.discover();
        const tokens = await client.refreshTokenGrant(config, token);
        const { groups } = await claimsOf(config, provider, tokens, subject);
        await keep(groups, tokens.refresh_token);
      } catch (error) {
        if (isGone(error)) await keep(null);
        else logFailure(log, `login: ${provider.name} did not confirm a user`, causeOf(error));
      }
    },
  };
}
