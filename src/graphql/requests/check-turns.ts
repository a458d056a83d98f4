import type { IncomingMessage } from "node:http";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Context } from "graphql-ws";
import type { DocumentNode } from "postgraphile/graphql";
import { type Tokens, tokenOf } from "../../auth/tokens.ts";
import { BusyError } from "../../errors/app-error.ts";
import type { Extra } from "../../http/websockets/protocol.ts";
import type { ClientAddress } from "../../limits/client-address.ts";
import { FairQueue, type Lane } from "../../limits/fair-queue.ts";
import type { DocumentCache } from "./document-cache.ts";

/** Lets one document at a time be checked. Between two of them, the service has as long for all others. */
async function oneCheck(): Promise<void> {
  const began = performance.now();
  await setImmediate();
  await sleep(performance.now() - began);
}

/**
 * Makes documents that are not known take turns, because a stranger can send many that cost milliseconds each to parse,
 * validate and plan. Known documents pass by.
 */
export function makeCheckTurnsPlugin(
  tokens: Tokens,
  clientAddress: ClientAddress,
  known: DocumentCache<DocumentNode>,
): GraphileConfig.Plugin {
  const queue = new FairQueue({
    atOnce: 1,
    mostWaiting: 2_000,
    mostInLane: 200,
    refusal: () => new BusyError(),
  });
  /** Settles when the turn of a lane begins. */
  const turn = (lane: Lane) =>
    new Promise<void>((resolve, reject) => {
      queue
        .run(lane, () => {
          resolve();
          return oneCheck();
        })
        .catch(reject);
    });

  function laneOf(request: IncomingMessage, token: string | undefined): Lane {
    const identity = token === undefined ? undefined : tokens.verify(token);
    return { key: String(identity?.userId ?? clientAddress(request)), isKnown: !!identity };
  }

  return {
    name: "CheckTurnsPlugin",
    description: "Makes unknown documents take turns",
    grafserv: {
      middleware: {
        async processGraphQLRequestBody(next, { body, request, graphqlWsContext }) {
          if (typeof body.query === "string" && !known.get(body.query)) {
            const ws = graphqlWsContext as Context<Record<string, unknown>, Extra> | undefined;
            const sent = ws?.extra.request ?? request?.requestContext.node?.req;
            if (sent) await turn(laneOf(sent, tokenOf(sent.headers, ws)));
          }
          return next();
        },
      },
    },
  };
}
