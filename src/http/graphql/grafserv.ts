import { SafeError } from "postgraphile/grafast";
import { NodeGrafserv } from "postgraphile/grafserv/node";
import type { Request } from "../../graphql/requests/request.ts";
import type { TakeQuota } from "../../limits/quotas.ts";
import { AppError, LOG_IN_FIRST } from "../../ops/app-error.ts";
import { admitBody, MAX_STRANGER_BYTES, mustBeAdmitted } from "../../people/large-bodies.ts";
import type { Identity } from "../../people/tokens.ts";
import { type BodyFault, readBody } from "../read-body.ts";

type Config = ConstructorParameters<typeof NodeGrafserv>[0];
type Body = Awaited<ReturnType<ReturnType<NodeGrafserv["getDigest"]>["getBody"]>>;

/** The error for a large body without a valid token. A client whose token has expired may repeat it with a new one. */
const needsToken = () => new AppError("UNAUTHENTICATED", LOG_IN_FIRST);

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

  async #admitted(identity: Identity, body: Body): Promise<Body> {
    const bytes = body.type === "buffer" ? body.buffer.length : 0;
    if (mustBeAdmitted(identity, bytes)) await admitBody(this.#takeQuota, identity, bytes);
    return body;
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
        throw needsToken();
      if (fault) {
        const [statusCode, message] = FAULTS[fault];
        throw new SafeError(message, { statusCode });
      }
      const body = { type: "buffer" as const, buffer };
      return identity ? await this.#admitted(identity, body) : body;
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
