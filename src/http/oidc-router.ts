import { randomBytes } from "node:crypto";
import { type Response, Router } from "express";
import { type Asker, pay, type TakeQuota } from "../limits/quotas.ts";
import type { Log } from "../ops/log.ts";
import { logFailure } from "../ops/outage.ts";
import type { Oidc } from "../people/oidc.ts";

const COOKIE = "oidc";
const LOGIN_MS = 600_000;

/**
 * Serves `GET /oidc/:provider`, which leads to a provider's login, and the address where the provider leads back. From
 * there the console gets a ticket, or the reason of a failure, behind the #, which no server logs.
 */
export function oidcRouter(oidc: Oidc, takeQuota: TakeQuota, log: Log): Router {
  const leave = (response: Response, to: { ticket: string } | { reason: string }) =>
    response.redirect(`${oidc.publicUrl}/console/#/oidc/${"ticket" in to ? to.ticket : to.reason}`);
  return Router()
    .use("/oidc", async ({ request }, response, next) => {
      await pay(takeQuota, request as Asker, { reports: 0, others: 1 });
      response.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
      next();
    })
    .get("/oidc/:provider", async (request, response, next) => {
      const provider = oidc.find(request.params.provider);
      if (!provider) return next();
      try {
        const { url, kept } = await oidc.begin(provider);
        const { pathname: path, protocol } = new URL(provider.redirectUri);
        const secure = protocol === "https:";
        response.cookie(COOKIE, kept, {
          path,
          secure,
          httpOnly: true,
          sameSite: "lax",
          maxAge: LOGIN_MS,
        });
        response.redirect(url);
      } catch (error) {
        logFailure(log, `login: ${provider.name} does not answer`, oidc.causeOf(error));
        leave(response, { reason: "OIDC_DOWN" });
      }
    })
    .get("/oidc/:provider/callback", async (request, response, next) => {
      const provider = oidc.find(request.params.provider);
      if (!provider) return next();
      const kept = request.headers.cookie?.match(/(?:^|; )oidc=([\w-]+)/)?.[1] ?? "";
      const query = request.originalUrl.replace(/^[^?]*/, "");
      response.clearCookie(COOKIE, { path: new URL(provider.redirectUri).pathname });
      try {
        const ticket = randomBytes(32).toString("base64url");
        const reason = await oidc.end(provider, query, kept, ticket, request.request?.id);
        leave(response, reason ? { reason } : { ticket });
      } catch (error) {
        logFailure(log, `login: ${provider.name} logged nobody in`, oidc.causeOf(error));
        leave(response, { reason: "OIDC_FAILED" });
      }
    });
}
