import {
  type Context,
  makeServer,
  type Server,
  type ServerOptions,
  type SubscribePayload,
} from "graphql-ws";
import { type GrafservBase, makeGraphQLWSConfig } from "postgraphile/grafserv";
import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
} from "postgraphile/graphql";
import { connectionToken, type Tokens } from "../../auth/tokens.ts";
import { AppError } from "../../errors/app-error.ts";
import type { Connection } from "./connection.ts";

/** How long a client may take to begin, in milliseconds. */
const PATIENCE = 10_000;
/** Operations at once on one connection. */
const MOST_OPERATIONS = 100;

export interface Extra {
  connection: Connection;
}
type Parameters = Record<string, unknown>;

/** What grafserv's configuration has, more exactly than its type says. */
interface Config extends ServerOptions<Parameters, Extra> {
  onSubscribe(
    ctx: Context<Parameters, Extra>,
    id: string,
    payload: SubscribePayload,
  ): Promise<ExecutionArgs | readonly GraphQLError[]>;
  subscribe(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;
}

function tooMany(): GraphQLError {
  const originalError = new AppError(
    "RATE_LIMITED",
    `At most ${MOST_OPERATIONS} operations can run at once on a connection.`,
  );
  return new GraphQLError(originalError.message, { originalError });
}

/**
 * graphql-transport-ws (https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md), as grafserv
 * answers it, with a limit to what runs at once.
 *
 * What a client asks for after it has subscribed is answered when the subscription has begun, so
 * that nothing falls between the two.
 */
export function makeProtocol(serv: GrafservBase, tokens: Tokens): Server<Extra> {
  const config = makeGraphQLWSConfig(serv) as Config;
  const settlers = new WeakMap<object, () => void>();
  return makeServer<Parameters, Extra>({
    ...config,
    connectionInitWaitTimeout: PATIENCE,
    onConnect({ connectionParams, extra }) {
      extra.connection.begin(connectionToken(connectionParams), tokens);
    },
    async onSubscribe(ctx: Context<Parameters, Extra>, id: string, payload: SubscribePayload) {
      if (Object.keys(ctx.subscriptions).length > MOST_OPERATIONS) return [tooMany()];
      const { connection } = ctx.extra;
      connection.running.add(id);
      const { before, settle } = connection.takeTurn();
      const args = await config.onSubscribe(ctx, id, payload);
      const operation = "document" in args && getOperationAST(args.document, args.operationName);
      if (operation && operation.operation === "subscription") {
        settlers.set(args, settle);
        connection.running.delete(id);
      } else {
        settle();
        if (operation) await before;
        else connection.running.delete(id);
      }
      return args;
    },
    async subscribe(args) {
      try {
        return await config.subscribe(args);
      } finally {
        settlers.get(args)?.();
      }
    },
    onComplete({ extra }, id) {
      extra.connection.running.delete(id);
    },
  });
}
