import type { IncomingMessage } from "node:http";
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
import { AppError } from "../../ops/app-error.ts";
import { connectionToken, type Tokens } from "../../people/tokens.ts";
import type { Connection } from "./connection.ts";
import type { Places } from "./places.ts";

/** Milliseconds that a client has to send connection_init. */
const INIT_TIMEOUT = 10_000;
/** The most operations that run at once on one connection. */
const MOST_OPERATIONS = 100;
/** The most operations on all connections of a user at this host: each event is read and sent for each of them. */
const MOST_OF_A_USER = 500;

export interface Extra {
  connection: Connection;
  /** The request that opened the connection. Its address is the client's. */
  request: IncomingMessage;
}
type Parameters = Record<string, unknown>;

/** grafserv's configuration: its declared type makes these methods optional and wider. */
interface GrafservConfig extends ServerOptions<Parameters, Extra> {
  onSubscribe(
    ctx: Context<Parameters, Extra>,
    id: string,
    payload: SubscribePayload,
  ): Promise<ExecutionArgs | readonly GraphQLError[]>;
  subscribe(args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;
}

/** True for the error of a database that is away or busy. */
const passes = ({ extensions }: { extensions?: Record<string, unknown> }) =>
  extensions?.retryAfter !== undefined;

function tooManyOperations(most: string): GraphQLError {
  const message = `At most ${most} can run at once.`;
  const originalError = new AppError("RATE_LIMITED", message, 1);
  return new GraphQLError(originalError.message, { originalError });
}

/**
 * Speaks graphql-transport-ws (https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md) through grafserv,
 * with a limit on concurrent operations.
 *
 * An operation that a client sends after a subscription starts only when the subscription has started. So a client
 * that subscribes and then queries misses no event between the two.
 */
export function makeProtocol(serv: GrafservBase, tokens: Tokens, places: Places): Server<Extra> {
  const config = makeGraphQLWSConfig(serv) as GrafservConfig;
  const settlers = new WeakMap<object, () => void>();
  /** The subscriptions that have begun. */
  const following = new WeakSet<object>();
  return makeServer<Parameters, Extra>({
    ...config,
    connectionInitWaitTimeout: INIT_TIMEOUT,
    onConnect(ctx) {
      const { connection } = ctx.extra;
      connection.operations = ctx.subscriptions;
      const token = connectionToken(ctx.connectionParams);
      connection.begin(token, tokens);
      // Keeps only the token: grafserv reads the parameters again for each operation, in quadratic time.
      const kept = connection.identity ? { token } : {};
      Object.assign(ctx, { connectionParams: kept });
      places.recognize(connection);
    },
    async onSubscribe(ctx: Context<Parameters, Extra>, id: string, payload: SubscribePayload) {
      const { connection } = ctx.extra;
      if (Object.keys(ctx.subscriptions).length > MOST_OPERATIONS) {
        return [tooManyOperations(`${MOST_OPERATIONS} operations on a connection`)];
      }
      if (places.operationsBeside(connection) > MOST_OF_A_USER) {
        return [tooManyOperations(`${MOST_OF_A_USER} operations of a user`)];
      }
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
        const results = await config.subscribe(args);
        if (Symbol.asyncIterator in results) following.add(args);
        return results;
      } finally {
        settlers.get(args)?.();
      }
    },
    async onNext(ctx, id, payload, args, result) {
      const { sounds } = args.contextValue as Grafast.Context;
      if (!sounds.isEmpty) ctx.extra.connection.sounds.set(id, sounds);
      const masked = await config.onNext?.(ctx, id, payload, args, result);
      // An event comes only once, but what could not be read now can be read soon: the client has to subscribe again.
      if (following.has(args) && masked?.errors?.some(passes)) ctx.extra.connection.closeForGap();
      return masked;
    },
    onComplete({ extra }, id) {
      extra.connection.running.delete(id);
      // The last answer is sent, and may not have contained the sounds.
      extra.connection.sounds.delete(id);
    },
  });
}
