import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { CloseCode, handleProtocols, makeServer, type ServerOptions } from "graphql-ws";
import { type GrafservBase, makeGraphQLWSConfig } from "postgraphile/grafserv";
import { GraphQLError, getOperationAST } from "postgraphile/graphql";
import { type WebSocket, WebSocketServer } from "ws";
import type { Database } from "../database/open.ts";
import type { MaskError } from "../graphql/errors/mask-error.ts";
import type { Door } from "../graphql/requests/door.ts";
import type { Request } from "../graphql/requests/request.ts";
import type { TakeQuota } from "../limits/quotas.ts";
import { isObject, parseJson } from "../limits/read-json.ts";
import type { Live } from "../live/index.ts";
import { AppError } from "../ops/app-error.ts";
import { websockets as openWebsockets } from "../ops/instruments.ts";
import type { Log } from "../ops/log.ts";
import { LoggedRequest, requestId } from "../ops/logged-request.ts";
import type { People } from "../people/index.ts";
import { admitBody, MAX_STRANGER_BYTES, mustBeAdmitted } from "../people/large-bodies.ts";
import { connectionToken } from "../people/tokens.ts";
import type { Config } from "../settings/config.ts";
import { heldUntil } from "./http-server.ts";
import type { Origins } from "./origins.ts";
import { Connection, GOING_AWAY, TOO_BIG, TRY_AGAIN_LATER } from "./websockets/connection.ts";

const PATH = "/graphql";
/** As for requests over HTTP. */
const MAX_MESSAGE_BYTES = 2_000_000;
/** Of one message, because each takes some memory. Browsers need a few hundred. */
const MAX_FRAMES = 1024;
const MAX_READS = 4096;
const CHECK_INTERVAL_MS = 250;
const INIT_TIMEOUT_MS = 10_000;
const CONFIRM_TIMEOUT_MS = 1_000;
/** The share of all connections that one address may have without known users. */
const MAX_ADDRESS_SHARE = 1 / 20;
const MAX_USER_CONNECTIONS = 100;
const MAX_OPERATIONS = 100;
/** At this host: each event is read and sent for each of them. */
const MAX_USER_OPERATIONS = 500;

const AUTHENTICATE = {
  name: "live-authenticate",
  text: "select role from app_private.authenticate($1, $2)",
};

/** The websockets of this host. */
export interface Websockets {
  /** Refuses new connections, waits up to `grace` milliseconds for running operations, and closes all connections. */
  close(grace: number): Promise<void>;
}

/** What graphql-ws and grafserv know of a connection. */
interface Extra {
  connection: Connection;
  /** Has the request of the operation that begins, where grafserv looks for the message that opened the websocket. */
  request?: Pick<IncomingMessage, "request">;
}

/** True for the error of a database that is away or busy. */
const passes = ({ extensions }: { extensions?: Record<string, unknown> }) =>
  extensions?.retryAfter !== undefined;

function tooMany(operations: string): GraphQLError {
  const message = `At most ${operations} can run at once.`;
  return new GraphQLError(message, {
    originalError: new AppError("RATE_LIMITED", message, { retryAfter: 1 }),
  });
}

/** Returns the id of the operation that a message begins. */
function begunBy(text: string): string | undefined {
  const message = parseJson(text);
  const { id, type } = isObject(message) ? message : {};
  return type === "subscribe" && typeof id === "string" ? id : undefined;
}

/**
 * Serves GraphQL over websockets, with subscriptions, on the same path as over HTTP.
 * @param opened Websockets that are opened before wait for it.
 */
export function serveWebsockets(
  server: Server,
  opened: Promise<void>,
  parts: {
    serv: GrafservBase;
    people: Pick<People, "tokens">;
    origins: Origins;
    door: Door;
    maskError: MaskError;
    takeQuota: TakeQuota;
    live: Live;
    database: Pick<Database, "hostPool">;
    config: Pick<Config, "maxConnections">;
    log: Log;
  },
): Websockets {
  const { serv, origins, live, log, door, maskError } = parts;
  const { tokens } = parts.people;
  const connections = new Set<Connection>();
  /** Connections by user, or by address if the user is not known. The oldest come first. */
  const groups = new Map<string, Set<Connection>>();

  function leave(connection: Connection): void {
    const group = groups.get(connection.group);
    group?.delete(connection);
    if (group?.size === 0) groups.delete(connection.group);
  }

  /** Closes a group's oldest connection if there are too many: nobody can keep others out by filling an address. */
  function join(connection: Connection, name: string, most: number): void {
    leave(connection);
    connection.group = name;
    const group = (groups.get(name) ?? new Set()).add(connection);
    groups.set(name, group);
    const [oldest] = group;
    if (!oldest || group.size <= most) return;
    leave(oldest);
    oldest.end(TRY_AGAIN_LATER, "Too many connections.");
  }

  const config = makeGraphQLWSConfig(serv) as ServerOptions<Record<string, unknown>, Extra>;
  const protocol = makeServer<Record<string, unknown>, Extra>({
    ...config,
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    onConnect(ctx) {
      const { connection } = ctx.extra;
      connection.operations = ctx.subscriptions;
      const token = connectionToken(ctx.connectionParams);
      connection.begin(token, tokens);
      const { identity } = connection;
      // grafserv would read them again for each operation, in quadratic time.
      Object.assign(ctx, { connectionParams: {} });
      if (identity) join(connection, `user ${identity.userId}`, MAX_USER_CONNECTIONS);
    },
    async onSubscribe(ctx, id, payload) {
      const { connection } = ctx.extra;
      // graphql-ws calls this at once for the message that is handled.
      const request = door.operate(connection.opening, connection.token, connection.log);
      const refused = (error: GraphQLError) => [maskError(error, request.log)];
      if (Object.keys(ctx.subscriptions).length > MAX_OPERATIONS)
        return refused(tooMany(`${MAX_OPERATIONS} operations on a connection`));
      const all = connection.identity ? [...(groups.get(connection.group) ?? [])] : [];
      if (all.flatMap((one) => Object.keys(one.operations)).length > MAX_USER_OPERATIONS)
        return refused(tooMany(`${MAX_USER_OPERATIONS} operations of a user`));
      const own = { ...ctx, extra: { connection, request: { request } } };
      const args = await config.onSubscribe?.(own, id, payload);
      if (Array.isArray(args)) return args.flatMap(refused);
      const operation =
        args && "document" in args && getOperationAST(args.document, args.operationName);
      if (!operation) return refused(new GraphQLError("Unable to identify operation"));
      if (operation.operation !== "subscription") connection.started(id);
      return args;
    },
    onOperation: ({ extra: { connection } }, id) => connection.started(id),
    onNext({ subscriptions, extra: { connection } }, id, _payload, args, result) {
      const { sounds, log } = (args.contextValue as Grafast.Context).request;
      if (sounds && !sounds.isEmpty) connection.sounds.set(id, sounds);
      const errors = result.errors?.map((error) => maskError(error, log));
      // An event comes only once, but what could not be read now can be read soon: the client has to subscribe again.
      if (subscriptions[id] && errors?.some(passes)) connection.closeForGap();
      return errors && { ...result, errors };
    },
    // The last answer is sent, and may not have contained the sounds.
    onComplete: ({ extra: { connection } }, id) => void connection.sounds.delete(id),
  });

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    maxFragments: MAX_FRAMES,
    maxBufferedChunks: MAX_READS,
    verifyClient({ req }, answer) {
      if (req.url?.split("?")[0] !== PATH) answer(false, 404);
      else answer(origins.mayConnect(req), 403);
    },
    // Accepts unknown protocols too, so that the close code can tell the client that its protocol is not supported.
    handleProtocols: (offered) => handleProtocols(offered) || ([...offered][0] ?? false),
  });
  sockets.on("headers", (headers, { request }) => headers.push(`X-Request-Id: ${request?.id}`));
  const upgrade = (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    door.receive(message, new LoggedRequest(requestId(message.headers)));
    sockets.handleUpgrade(message, socket, head, serve);
  };
  server.on("upgrade", heldUntil(opened, upgrade));

  function serve(socket: WebSocket, message: IncomingMessage): void {
    const opening = message.request as Request;
    const id = String(opening.id);
    const connection = new Connection(socket, message.socket, opening);
    connections.add(connection);
    // Reads the address while the client is connected: Node then remembers it for later.
    const name = `address ${opening.address()}`;
    join(connection, name, Math.ceil(parts.config.maxConnections * MAX_ADDRESS_SHARE));
    openWebsockets.inc();
    const began = performance.now();
    log("websocket opened", "debug", { requestId: id });

    async function handle(text: string, go: (text: string) => Promise<void>): Promise<void> {
      const { identity } = connection;
      const logged = new LoggedRequest(id);
      logged.bytes = text.length;
      try {
        await admitBody(parts.takeQuota, identity, text.length);
        connection.log = logged;
        await go(text);
      } catch (error) {
        const { message } = error as Error;
        // The message was not parsed, so the error cannot be sent to an operation.
        if (error instanceof AppError) {
          logged.userId = identity?.userId;
          logged.fail(error.extensions.code);
          void connection.closeWhenIdle(TRY_AGAIN_LATER, message);
        } else if (message.startsWith("Unexpected message")) {
          socket.close(CloseCode.BadRequest, "Unexpected message");
        } else {
          log(`websocket: ${message}`, "error", { requestId: id });
          socket.close(CloseCode.InternalServerError, "Internal server error");
        }
      } finally {
        if (logged.isOperation) logged.end(log, { transport: "websocket", route: PATH });
      }
    }

    let turn = Promise.resolve();
    /** Handles messages in turn. The next one waits until a subscription has started, and nothing is read meanwhile. */
    function receive(text: string, go: (text: string) => Promise<void>): void {
      socket.pause();
      turn = turn
        .then(async () => {
          if (!connection.identity && text.length > MAX_STRANGER_BYTES)
            connection.end(TOO_BIG, "The message is too large without a valid token.");
          if (socket.readyState !== socket.OPEN) return;
          // Large messages are not parsed before they are admitted.
          const id = mustBeAdmitted(connection.identity, text.length) ? undefined : begunBy(text);
          await connection.run(id, () => handle(text, go));
        })
        .finally(() => socket.resume());
    }

    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => connection.send(text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (go) => socket.on("message", (data) => receive(String(data), go)),
      },
      { connection },
    );
    socket.once("close", (code, reason) => {
      connections.delete(connection);
      leave(connection);
      openWebsockets.dec();
      const ms = Math.round(performance.now() - began);
      const { userId } = connection.identity ?? {};
      log("websocket closed", "info", { requestId: id, userId, ms, code });
      void closed(code, String(reason));
    });
  }

  /** Closes the connections of a user whose session has ended or cannot be checked. */
  async function endRevoked(userId: number): Promise<void> {
    for (const connection of groups.get(`user ${userId}`) ?? []) {
      const query = { ...AUTHENTICATE, values: [userId, connection.identity?.sessionId] };
      const { rows } = await parts.database.hostPool
        .query<{ role: string }>(query)
        .catch(() => ({ rows: [] }));
      if ((rows[0]?.role ?? "app_anonymous") !== "app_anonymous") continue;
      connection.socket.close(CloseCode.Forbidden, "The token was revoked.");
    }
  }
  const onRevocation = (userId: number) => void endRevoked(userId);
  // The host cannot know which events it missed.
  const onGap = () => {
    for (const connection of connections) connection.closeForGap();
  };
  live.on("revocation", onRevocation);
  live.on("gap", onGap);

  const checkAll = () => {
    for (const connection of connections) connection.check(performance.now());
  };
  // Timers run before arrived data is read: after a pause of the process, a pong may have arrived but not been read.
  const checks = setInterval(() => setImmediate(checkAll), CHECK_INTERVAL_MS);

  return {
    async close(grace) {
      const closed = new Promise<void>((resolve) => sockets.close(() => resolve()));
      live.off("revocation", onRevocation);
      live.off("gap", onGap);
      const closing = [...connections].map((connection) =>
        connection.closeWhenIdle(GOING_AWAY, "The host is stopping.", grace),
      );
      await Promise.all(closing);
      await Promise.race([closed, sleep(CONFIRM_TIMEOUT_MS, undefined, { ref: false })]);
      for (const socket of sockets.clients) socket.terminate();
      clearInterval(checks);
    },
  };
}
