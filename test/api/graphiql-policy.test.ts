/** @database server */
import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { GraphiqlPolicyPlugin } from "../../src/graphql/service/graphiql.ts";

const sha256 = (script: string) =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

test("GraphiQL runs its own inline scripts, and loads from this host only", async () => {
  const html = `<script src="a.js"></script><script>one();</script>
    <script type="module">\ntwo("<b>");\n</script><script type="text/template">three</script>`;
  const headers: Record<string, string> = {};
  const setHeader = (name: string, value: string) => {
    headers[name] = value;
  };
  const middleware = GraphiqlPolicyPlugin.grafserv?.middleware?.ruruHTML as unknown as (
    next: () => Promise<string>,
    event: object,
  ) => Promise<string>;
  const request = { requestContext: { node: { res: { setHeader } } } };
  expect(await middleware(async () => html, { request })).toBe(html);
  expect(headers["Content-Security-Policy"]?.split("; ")).toEqual([
    "default-src 'none'",
    `script-src 'self' ${sha256("one();")} ${sha256('\ntwo("<b>");\n')}`,
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});
