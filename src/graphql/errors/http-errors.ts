import type { BufferResult } from "postgraphile/grafserv";
import type { ExecutionResult } from "postgraphile/graphql";
import { isObject } from "../../limits/read-json.ts";
import { AppError, type ErrorCode, errorExtensions } from "../../ops/app-error.ts";
import { requestOf } from "../requests/door.ts";
import type { MaskError } from "./mask-error.ts";
import { retryAfter } from "./unavailable.ts";

interface Refusal {
  errors?: { message: string; extensions?: { code?: ErrorCode; retryAfter?: number } }[];
}

/** Makes a response a 503, which tells the client to send its request again in `seconds` seconds. */
const later = (result: BufferResult, seconds: number): BufferResult => ({
  ...result,
  headers: { ...result.headers, "retry-after": String(seconds) },
  statusCode: 503,
});

/** Adds our error codes to grafserv's response. */
function withCodes({ buffer, ...result }: BufferResult): BufferResult {
  const { errors = [] } = JSON.parse(buffer.toString("utf8")) as Refusal;
  const own = errors[0]?.extensions;
  // One of our own errors, before the request was executed.
  if (own?.retryAfter !== undefined) return later({ ...result, buffer }, own.retryAfter);
  // Apps look for these codes in answers with the status 200, as they do for errors of fields.
  if (own?.code === "UNAUTHENTICATED" || own?.code === "PERSISTED_QUERY_NOT_SUPPORTED") {
    return { ...result, buffer, statusCode: 200 };
  }
  const code = own?.code ?? (result.statusCode >= 500 ? "INTERNAL_SERVER_ERROR" : "BAD_USER_INPUT");
  const body = errors.map(({ message }) => ({ message, extensions: errorExtensions(code) }));
  const recoded = Buffer.from(JSON.stringify({ errors: body }));
  const headers = { ...result.headers, "content-length": String(recoded.length) };
  return { ...result, headers, buffer: recoded };
}

/**
 * Masks the errors of a request. Adds our error codes to the responses that grafserv sends with an HTTP error status (not
 * JSON, too large, not POST). Sets the status 503 if the database was away.
 */
export const makeHttpErrorsPlugin = (maskError: MaskError): GraphileConfig.CheckedPlugin => ({
  name: "HttpErrorsPlugin",
  description:
    "Masks errors, and adds error codes to responses for requests that are not GraphQL, and 503",
  // It masks their errors too.
  before: ["DoormanPlugin", "OnlyWebsocketsPlugin"],
  grafast: {
    middleware: {
      async execute(next, { args }) {
        const result = (await next()) as ExecutionResult;
        const { request } = args.contextValue as Grafast.Context;
        request.retryAfter = retryAfter(result);
        const errors = result.errors?.map((error) => maskError(error, request.log));
        return errors ? Object.assign(result, { errors }) : result;
      },
    },
  },
  grafserv: {
    middleware: {
      processGraphQLRequestBody(next, { body: { query, extensions } }) {
        const isPersisted = isObject(extensions) && "persistedQuery" in extensions;
        // Apollo's clients send the text when they read this code and this message.
        if (query == null && isPersisted) {
          throw new AppError("PERSISTED_QUERY_NOT_SUPPORTED", "PersistedQueryNotSupported");
        }
        return next();
      },
      async processRequest(next, { requestDigest }) {
        const result = await next();
        const seconds = requestOf(requestDigest.requestContext).retryAfter;
        if (seconds !== undefined && result?.type === "buffer") return later(result, seconds);
        const isRefusal =
          result?.type === "buffer" &&
          result.statusCode >= 400 &&
          requestDigest.path === "/graphql" &&
          String(result.headers["content-type"]).startsWith("application/json");
        return isRefusal ? withCodes(result) : result;
      },
    },
  },
});
