import type { IncomingMessage } from "node:http";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Context } from "graphql-ws";
import type { ParsedGraphQLBody } from "postgraphile/grafserv";
import { getOperationAST } from "postgraphile/graphql";
import type { ClientAddress } from "../../limits/client-address.ts";
import { FairQueue, type Lane } from "../../limits/fair-queue.ts";
import { BusyError } from "../../ops/app-error.ts";
import { type Tokens, tokenOf } from "../../people/tokens.ts";
import type { KnownDocuments } from "./known-documents.ts";

/** Lets one document be checked, then waits as long as that took, so that half of the time is left for other work. */
async function oneCheck(): Promise<void> {
  const began = performance.now();
  await setImmediate();
  await sleep(performance.now() - began);
}

/**
 * Makes documents take turns, because a stranger can send many that cost milliseconds each to parse, validate and plan.
 * Documents that are validated and planned already do not wait.
 */
export function makeCheckTurnsPlugin(
  tokens: Tokens,
  clientAddress: ClientAddress,
  known: KnownDocuments,
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

  /** True if nothing of a request is left to validate or plan. */
  function isPlanned({ query, operationName, variableValues, onError }: ParsedGraphQLBody) {
    const document = known.get(query as string);
    if (!document) return false;
    const operation = getOperationAST(document, operationName as string | null | undefined);
    // Grafast says what is wrong.
    if (!operation) return true;
    const variables = (variableValues ?? {}) as Record<string, unknown>;
    return known.planned.has(document, operation, { variableValues: variables, onError });
  }
  const plans = new WeakSet<object>();

  return {
    name: "CheckTurnsPlugin",
    description: "Makes documents that are not planned take turns",
    grafserv: {
      middleware: {
        async processGraphQLRequestBody(next, { body, request, graphqlWsContext }) {
          if (typeof body.query === "string" && !isPlanned(body)) {
            const ws = graphqlWsContext as
              | Context<Record<string, unknown>, { request: IncomingMessage }>
              | undefined;
            const sent = ws?.extra.request ?? request?.requestContext.node?.req;
            if (sent) await turn(laneOf(sent, tokenOf(sent.headers, ws)));
          }
          return next();
        },
      },
    },
    grafast: {
      middleware: {
        establishOperationPlan(next, event) {
          const { schema, operation, args } = event;
          event.schema = known.planned.schemaOf(schema, args.document, operation);
          const plan = next();
          known.planned.add(args.document, operation, event, !plans.has(plan));
          plans.add(plan);
          return plan;
        },
        async subscribe(next, { args }) {
          const results = (await next()) as Awaited<ReturnType<typeof next>>;
          const operation = getOperationAST(args.document, args.operationName);
          // A subscription on the fast path needs no plan, so it needs no turn either.
          if (operation && Symbol.asyncIterator in results) {
            known.planned.add(args.document, operation, args, false);
          }
          return results;
        },
      },
    },
  };
}
