import { createHash } from "node:crypto";

const INLINE_SCRIPT = /<script(?: type="module")?>([\s\S]*?)<\/script>/g;

/** Returns the policy for a page of GraphiQL: it loads from this host only, and runs only its own inline scripts. */
function policyFor(html: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  const directives = [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`,
    "worker-src 'self' blob:",
    // The editor writes styles as it runs.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return directives.join("; ");
}

/** Gives the page of GraphiQL a content security policy. */
export const GraphiqlPolicyPlugin: GraphileConfig.CheckedPlugin = {
  name: "GraphiqlPolicyPlugin",
  description: "Gives the page of GraphiQL a content security policy",
  grafserv: {
    middleware: {
      async ruruHTML(next, { request }) {
        const html = await next();
        request.requestContext.node?.res.setHeader("Content-Security-Policy", policyFor(html));
        return html;
      },
    },
  },
};

const FIRST_QUERY = `# Log in first. The first start of the service prints the administrator's password.
# Then write the token into Headers below: {"Authorization": "Bearer …"}
mutation LogIn {
  login(input: { email: "admin@example.org", password: "" }) {
    accessToken
    userId
  }
}
`;

/** Serves GraphiQL at /graphiql, with its own title, a login as the first query, and a content security policy. */
export const graphiqlPreset: GraphileConfig.Preset = {
  plugins: [GraphiqlPolicyPlugin],
  grafserv: { graphiqlPath: "/graphiql" },
  ruru: {
    htmlParts: { titleTag: "<title>Location alerts: GraphiQL</title>" },
    // The type requires all fields, although none is needed.
    clientConfig: { defaultQuery: FIRST_QUERY } as never,
  },
};
