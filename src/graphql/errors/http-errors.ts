import type { BufferResult } from "postgraphile/grafserv";
import { errorExtensions } from "../../errors/app-error.ts";

interface Refusal {
  errors?: { message: string; extensions?: object }[];
}

/** Adds our error codes to grafserv's response. */
function withCodes({ buffer, ...result }: BufferResult): BufferResult {
  const { errors = [] } = JSON.parse(buffer.toString("utf8")) as Refusal;
  const code = result.statusCode >= 500 ? "INTERNAL_SERVER_ERROR" : "BAD_USER_INPUT";
  const body = errors.map(({ message }) => ({ message, extensions: errorExtensions(code) }));
  const recoded = Buffer.from(JSON.stringify({ errors: body }));
  const headers = { ...result.headers, "content-length": String(recoded.length) };
  return { ...result, headers, buffer: recoded };
}

/** Adds our error codes to the responses that grafserv sends with an HTTP error status (not JSON, too large, not POST). */
export const HttpErrorsPlugin: GraphileConfig.Plugin = {
  name: "HttpErrorsPlugin",
  description: "Adds error codes to responses for requests that are not GraphQL",
  grafserv: {
    middleware: {
      async processRequest(next, { requestDigest }) {
        const result = await next();
        const isRefusal =
          result?.type === "buffer" &&
          result.statusCode >= 400 &&
          requestDigest.path === "/graphql" &&
          String(result.headers["content-type"]).startsWith("application/json");
        return isRefusal ? withCodes(result) : result;
      },
    },
  },
};
