import { Router } from "express";
import type { Pool } from "pg";
import { addressOfToken, escapeHtml, mailWords } from "../delivery/push/alert-mail.ts";
import { type Asker, pay, type TakeQuota } from "../limits/quotas.ts";
import type { Seal } from "../people/seal.ts";

/**
 * Serves the address in a mail by which its recipient stops alerts by email (RFC 8058). `POST` does it, without a login.
 * `GET` shows a button, because programs that look for viruses follow links.
 */
export function unsubscribeRouter(pool: Pool, seal: Seal, takeQuota: TakeQuota): Router {
  return Router().all("/unsubscribe/:token", async (request, response, next) => {
    await pay(takeQuota, request.request as Asker, { reports: 0, others: 1 });
    const address = addressOfToken(seal, request.params.token);
    const isPost = request.method === "POST";
    if (address === undefined || !(isPost || request.method === "GET")) return next();
    if (isPost) await pool.query("select app_private.stop_alert_mail($1)", [address]);
    const { lang } = request.query;
    const language = typeof lang === "string" ? lang : "en";
    const { stop, stopped, dir } = mailWords(language);
    response.set({
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
      "Referrer-Policy": "no-referrer",
    });
    response.type("html").send(`<!doctype html>
<html lang="${escapeHtml(language)}" dir="${dir}">
<meta name="viewport" content="width=device-width"><title>${stop}</title>
${isPost ? `<p>${stopped}</p>` : `<form method="post"><button>${stop}</button></form>`}
</html>`);
  });
}
