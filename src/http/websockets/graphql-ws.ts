import type { IncomingMessage } from "node:http";
import { makeServer, type Server, type ServerOptions } from "graphql-ws";
import { type GrafservBase, makeGraphQLWSConfig } from "postgraphile/grafserv";
import { GraphQLError, getOperationAST } from "postgraphile/graphql";
import { AppError } from "../../ops/app-error.ts";
import { connectionToken, type Tokens } from "../../people/tokens.ts";
import type { Connection } from "./connection.ts";
import type { Places } from "./places.ts";

const INIT_TIMEOUT_MS = 10_000;
/** Of one connection. */
const MAX_OPERATIONS = 100;
/** On all connections of a user at this host: each event is read and sent for each of them. */
const MAX_USER_OPERATIONS = 500;

export interface Extra {
  connection: Connection;
  /** The request that opened the connection. Its address is the client's. */
  request: IncomingMessage;
}

/** True for the error of a database that is away or busy. */
const passes = ({ extensions }: { extensions?: Record<string, unknown> }) =>
  extensions?.retryAfter !== undefined;

function tooManyOperations(most: string): GraphQLError[] {
  const originalError = new AppError("RATE_LIMITED", `At most ${most} can run at once.`, 1);
  return [new GraphQLError(originalError.message, { originalError })];
}

/**
 * Speaks graphql-transport-ws (https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md) through grafserv,
 * with a limit on concurrent operations.
 *
 * An operation that a client sends after a subscription starts only when the subscription has started. So a client
 * that subscribes and then queries misses no event between the two.
 */
export function makeProtocol(serv: GrafservBase, tokens: Tokens, places: Places): Server<Extra> {
  const config = makeGraphQLWSConfig(serv) as ServerOptions<Record<string, unknown>, Extra>;
  return makeServer<Record<string, unknown>, Extra>({
    ...config,
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    onConnect(ctx) {
      const { connection } = ctx.extra;
      connection.operations = ctx.subscriptions;
      const token = connectionToken(ctx.connectionParams);
      connection.begin(token, tokens);
      // Keeps only the token: grafserv reads the parameters again for each operation, in quadratic time.
      Object.assign(ctx, { connectionParams: connection.identity ? { token } : {} });
      places.recognize(connection);
    },
    async onSubscribe(ctx, id, payload) {
      const { connection } = ctx.extra;
      if (Object.keys(ctx.subscriptions).length > MAX_OPERATIONS) {
        return tooManyOperations(`${MAX_OPERATIONS} operations on a connection`);
      }
      if (places.operationsBeside(connection) > MAX_USER_OPERATIONS) {
        return tooManyOperations(`${MAX_USER_OPERATIONS} operations of a user`);
      }
      connection.running.add(id);
      const before = connection.started;
      const { promise: hasStarted, resolve: start } = Promise.withResolvers<void>();
      connection.started = before.then(() => hasStarted);
      const args = await config.onSubscribe?.(ctx, id, payload);
      const isValid = args && "document" in args;
      const operation = isValid && getOperationAST(args.document, args.operationName);
      if (operation && operation.operation === "subscription") {
        connection.starts.set(id, start);
        connection.running.delete(id);
      } else {
        start();
        if (operation) await before;
        else connection.running.delete(id);
      }
      return args;
    },
    onOperation({ extra: { connection } }, id) {
      connection.starts.get(id)?.();
      connection.starts.delete(id);
    },
    async onNext(ctx, id, payload, args, result) {
      const { connection } = ctx.extra;
      const { sounds } = args.contextValue as Grafast.Context;
      if (!sounds.isEmpty) connection.sounds.set(id, sounds);
      const masked = await config.onNext?.(ctx, id, payload, args, result);
      // An event comes only once, but what could not be read now can be read soon: the client has to subscribe again.
      if (ctx.subscriptions[id] && masked?.errors?.some(passes)) connection.closeForGap();
      return masked;
    },
    onComplete({ extra: { connection } }, id) {
      connection.running.delete(id);
      // The last answer is sent, and may not have contained the sounds.
      connection.sounds.delete(id);
    },
  });
}
