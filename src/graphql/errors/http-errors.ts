import type { BufferResult } from "postgraphile/grafserv";
import { errorExtensions } from "../../errors/app-error.ts";

interface Refusal {
  errors?: { message: string; extensions?: object }[];
}

/** The same refusal with codes in it. */
function coded({ buffer, ...result }: BufferResult): BufferResult {
  const { errors = [] } = JSON.parse(buffer.toString("utf8")) as Refusal;
  const code = result.statusCode >= 500 ? "INTERNAL_SERVER_ERROR" : "BAD_USER_INPUT";
  const body = errors.map(({ message }) => ({ message, extensions: errorExtensions(code) }));
  const recoded = Buffer.from(JSON.stringify({ errors: body }));
  const headers = { ...result.headers, "content-length": String(recoded.length) };
  return { ...result, headers, buffer: recoded };
}

/** Gives what grafserv refuses by an HTTP status (no JSON, too large, no POST) the codes of other errors. */
export const HttpErrorsPlugin: GraphileConfig.Plugin = {
  name: "HttpErrorsPlugin",
  description: "Codes the errors of requests that are not GraphQL",
  grafserv: {
    middleware: {
      async processRequest(next, { requestDigest }) {
        const result = await next();
        const isRefusal =
          result?.type === "buffer" &&
          result.statusCode >= 400 &&
          requestDigest.path === "/graphql" &&
          String(result.headers["content-type"]).startsWith("application/json");
        return isRefusal ? coded(result) : result;
      },
    },
  },
};
