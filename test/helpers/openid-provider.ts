import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error It has no types.
import Provider from "oidc-provider";

/** What a provider says of somebody, besides the subject. */
export interface Told {
  email: string;
  email_verified?: boolean;
  name?: string;
  groups: string[];
}

const SCOPES = "openid email profile offline_access";

/**
 * Starts an OpenID provider that demands PKCE. Nobody types there: whoever `logsIn` names is logged in.
 * @param redirectUri The one address where it leads back to.
 */
export async function startOpenIdProvider(redirectUri: string) {
  const people: Record<string, Told> = {};
  let subject = "";
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "alerts",
        client_secret: "very-secret",
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => "/log-in" },
    cookies: { keys: ["key"] },
    issueRefreshToken: () => true,
    findAccount: (_context: unknown, sub: string) =>
      people[sub] && { accountId: sub, claims: () => ({ sub, ...people[sub] }) },
    // biome-ignore lint/suspicious/noExplicitAny: it has no types
    async loadExistingGrant({ oidc }: any) {
      const { client, session } = oidc;
      const grant = new oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  async function serve(request: IncomingMessage, response: ServerResponse) {
    if (request.url !== "/log-in") return answer(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: subject } });
  }
  return {
    issuer,
    people,
    logsIn: (sub: string, told: Told) => {
      subject = sub;
      people[sub] = told;
    },
    /** Goes through the login as a browser does, and returns where it ends: an address of the service. */
    async follow(url: string): Promise<URL> {
      const cookies = new Map<string, string>();
      for (let next = url; ; ) {
        const cookie = Array.from(cookies, (pair) => pair.join("=")).join("; ");
        const { headers } = await fetch(next, { redirect: "manual", headers: { cookie } });
        for (const set of headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          if (value) cookies.set(name, value);
          else cookies.delete(name);
        }
        const to = new URL(headers.get("location") ?? "", next);
        if (to.origin !== issuer) return to;
        next = to.href;
      }
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
