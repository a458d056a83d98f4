import type { IncomingMessage } from "node:http";
import { SafeError } from "postgraphile/grafast";
import { NodeGrafserv } from "postgraphile/grafserv/node";
import { bearerToken, type Tokens } from "../../auth/tokens.ts";
import { errorExtensions, LOG_IN_FIRST } from "../../errors/app-error.ts";
import { currentRequest } from "../../log/request.ts";

type Config = ConstructorParameters<typeof NodeGrafserv>[0];

/** In bytes: the largest body of a client that sends no valid token. */
const LARGEST_OF_STRANGERS = 65_536;

/** Bodies that were read before grafserv got their requests. */
export const bodies = new WeakMap<IncomingMessage, Buffer>();

/** The answer for a client whose token has expired, too: with a new one it may send the same again. */
const needsToken = () =>
  new SafeError(LOG_IN_FIRST, { ...errorExtensions("UNAUTHENTICATED"), statusCode: 401 });

/** grafserv on node:http, for requests whose body may have been read already. Large bodies need a valid token. */
export class Grafserv extends NodeGrafserv {
  readonly #tokens: Tokens;

  constructor(config: Config, tokens: Tokens) {
    super(config);
    this.#tokens = tokens;
  }

  #isOfUser({ headers }: IncomingMessage): boolean {
    const token = bearerToken(headers.authorization);
    return token !== undefined && this.#tokens.verify(token) !== undefined;
  }

  protected override getDigest(...args: Parameters<NodeGrafserv["getDigest"]>) {
    const [options, request, ...others] = args;
    const digest = super.getDigest(...args);
    const short = { ...options, maxRequestLength: LARGEST_OF_STRANGERS };
    const read = async () => {
      const buffer = bodies.get(request);
      if (buffer) return { type: "buffer" as const, buffer };
      if (this.#isOfUser(request)) return await digest.getBody();
      try {
        return await super.getDigest(short, request, ...others).getBody();
      } catch (error) {
        throw error instanceof SafeError ? needsToken() : error;
      }
    };
    const getBody = async () => {
      const body = await read();
      const logged = currentRequest();
      if (logged && body.type === "buffer") logged.bytes = body.buffer.length;
      return body;
    };
    return { ...digest, getBody };
  }
}
