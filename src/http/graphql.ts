import type { IncomingMessage, ServerResponse } from "node:http";
import { SafeError } from "postgraphile/grafast";
import { NodeGrafserv } from "postgraphile/grafserv/node";
import { GraphQLError } from "postgraphile/graphql";
import type { MaskError } from "../graphql/errors/mask-error.ts";
import type { FastAnswer } from "../graphql/fast-path/answer.ts";
import type { Request } from "../graphql/requests/request.ts";
import type { TakeQuota } from "../limits/quotas.ts";
import { AppError, loginNeeded } from "../ops/app-error.ts";
import { admitBody, MAX_STRANGER_BYTES } from "../people/large-bodies.ts";
import { type BodyFault, readBody } from "./read-body.ts";

// grafserv tells clients the message of a SafeError only. Commands throw errors too, and take no second to load Grafast.
Object.setPrototypeOf(AppError.prototype, SafeError.prototype);

const TAKES_JSON = /application\/json|\*\/\*|application\/\*/;

/**
 * Answers in plain application/json, with status 200 and the errors in the body, if the client takes
 * it. GraphQL over HTTP prefers application/graphql-response+json, with status 400 for a document
 * that does not validate: clients that take nothing else get that. A browser's visit gets GraphiQL.
 */
export function plainJson({ method, headers }: IncomingMessage): void {
  const { accept } = headers;
  const isVisit = method === "GET" && accept?.includes("text/html");
  if (!isVisit && (!accept || TAKES_JSON.test(accept))) headers.accept = "application/json";
}

type Handler = (message: IncomingMessage, response: ServerResponse) => void;
/** Sets headers and goes on, as the package cors does. */
type Middleware = (message: IncomingMessage, response: ServerResponse, next: () => void) => void;

const PATH = "/graphql";
/** In bytes. grafserv reads larger bodies itself, and accepts them from users only. */
const MAX_BODY_BYTES = MAX_STRANGER_BYTES;
/** A longer text would be copied again to be joined to its headers. */
const LONG_TEXT_CHARACTERS = 16_384;
const IS_GRAPHQL = /^\/graphql\/?(?=$|\?)/;
const JSON_TYPE = /^application\/json(?:; *charset=utf-8)?$/i;

/** True for a request to the path of GraphQL, also with a slash at its end. */
export const isGraphQL = ({ url = "" }: IncomingMessage): boolean => IS_GRAPHQL.test(url);

/** Reads a request as its client means it: the path without a slash at its end, and a body without a type as JSON. */
function completeMessage(message: IncomingMessage): void {
  message.url = message.url?.replace(IS_GRAPHQL, PATH);
  // Some clients send no type. A browser's page could send one to another origin unasked, but never with a token.
  if (message.method === "POST") message.headers["content-type"] ||= "application/json";
  plainJson(message);
}

/** True for what nearly all clients send: a small POST of JSON, answered in JSON. */
function isPlainPost({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === "POST" &&
    url === PATH &&
    headers.accept === "application/json" &&
    !headers["content-encoding"] &&
    Number(headers["content-length"]) <= MAX_BODY_BYTES &&
    JSON_TYPE.test(headers["content-type"] ?? "")
  );
}

/** Sends a text in one write with its headers. Long texts go as a buffer beside them. */
function send(response: ServerResponse, status: number, text: string, retryAfter?: number): void {
  const body = text.length > LONG_TEXT_CHARACTERS ? Buffer.from(text) : text;
  response.writeHead(status, {
    "content-type": "application/json;charset=utf-8",
    "content-length": Buffer.byteLength(body),
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  });
  response.end(body);
}

/**
 * Handles the requests to `/graphql`, ahead of Express, whose chain costs as much as a small answer.
 * @param cors Sets the headers for other origins, and answers their preflights.
 * @param grafserv Answers what the fast path does not.
 * @param maskError Logs a fault of the fast path under an id, and hides the rest of it.
 */
export function graphqlHandler(
  cors: Middleware,
  grafserv: Handler,
  fast: FastAnswer | undefined,
  maskError: MaskError,
): (...args: [...Parameters<Handler>, request: Request]) => void {
  async function viaFastPath(
    message: IncomingMessage,
    response: ServerResponse,
    request: Request,
    body: Buffer,
  ) {
    try {
      const answer = await fast?.(body, request);
      if (answer) {
        const { text, retryAfter } = answer;
        return send(response, retryAfter === undefined ? 200 : 503, text, retryAfter);
      }
      request.body = body;
      viaGrafserv(message, response);
    } catch (error) {
      const originalError = error as Error;
      // The path marks the error as our fault.
      const fault = new GraphQLError(originalError.message, { originalError, path: [] });
      const errors = [maskError(fault, request.log)];
      send(response, 500, JSON.stringify({ errors }));
    }
  }

  function viaGrafserv(message: IncomingMessage, response: ServerResponse) {
    // A cache on the way must never give one user's answer, or a refusal, to another.
    if (message.method === "GET") response.setHeader("Cache-Control", "no-store");
    grafserv(message, response);
  }

  return (message, response, request) => {
    completeMessage(message);
    cors(message, response, () => {
      if (!fast || !isPlainPost(message)) return viaGrafserv(message, response);
      const chunks: Buffer[] = [];
      message.on("data", (chunk: Buffer) => chunks.push(chunk));
      message.on("end", () => void viaFastPath(message, response, request, Buffer.concat(chunks)));
    });
  };
}

type Config = ConstructorParameters<typeof NodeGrafserv>[0];
type Body = Awaited<ReturnType<ReturnType<NodeGrafserv["getDigest"]>["getBody"]>>;

/** What a body that cannot be read is answered with: the status and the message. */
const FAULTS: Record<BodyFault, [number, string]> = {
  "too large": [
    413,
    "The request is too large: a body can have at most 2 MB, also when it is decompressed.",
  ],
  "unknown encoding": [415, "The Content-Encoding must be gzip, deflate, br or identity."],
  "badly compressed": [400, "The body is not compressed as its Content-Encoding says."],
};

/** grafserv on node:http. A body may have been read before. Large bodies need a valid token, and count for its user. */
export class Grafserv extends NodeGrafserv {
  readonly #takeQuota: TakeQuota;

  constructor(config: Config, takeQuota: TakeQuota) {
    super(config);
    this.#takeQuota = takeQuota;
  }

  protected override getDigest(...args: Parameters<NodeGrafserv["getDigest"]>) {
    const [options, message] = args;
    const digest = super.getDigest(...args);
    const request = message.request as Request;
    const { identity, log } = request;
    const read = async (): Promise<Body> => {
      if (request.body) return { type: "buffer", buffer: request.body };
      const most = identity ? options.maxRequestLength : MAX_STRANGER_BYTES;
      const { buffer, bytes, fault } = await readBody(message, most);
      if (fault === "too large" && !identity && bytes <= options.maxRequestLength)
        // A client whose token has expired may repeat it with a new one.
        throw loginNeeded();
      if (fault) {
        const [statusCode, message] = FAULTS[fault];
        throw new SafeError(message, { statusCode });
      }
      await admitBody(this.#takeQuota, identity, buffer.length);
      return { type: "buffer", buffer };
    };
    const getBody = async () => {
      try {
        const body = await read();
        if (log && body.type === "buffer") log.bytes = body.buffer.length;
        return body;
      } catch (error) {
        if (error instanceof AppError) log?.fail(error.extensions.code);
        throw error;
      }
    };
    return { ...digest, getBody };
  }
}
