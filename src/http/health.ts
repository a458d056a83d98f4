import { Router } from "express";
import type { Database } from "../database/open.ts";
import { type Readiness, readReadiness } from "../database/readiness.ts";
import { isFull, wasFull } from "../graphql/errors/unavailable.ts";
import { shareAnswers } from "../ops/share-answers.ts";
import { VERSION } from "../ops/version.ts";

/** The state of each optional feature: "on", or what to set to turn it on. */
export interface FeatureStates {
  /** Returns the state of each provider. `failing` has those that take no pushes. */
  push(failing: Readiness["failingPushes"]): Record<string, string>;
  /** Returns the state of mail. `failing` says since when and why the server takes none. */
  mail(failing: Readiness["failingMail"]): string;
  /** The state of the speech engine. */
  speech: string;
}

const FULL = "the database cannot write: its disk may be full";

/** Says why the database is not ready. An error with a code comes from a database that answers. */
function reasonOf(error: unknown): string {
  if (isFull(error)) return FULL;
  const isAnswer = /^(3F|42|P0)/.test((error as { code?: string }).code ?? "");
  return isAnswer ? "the database is not migrated" : "the database does not answer";
}

/**
 * Serves `GET /healthz` (the process is alive) and `GET /readyz` (it can serve requests: the database answers
 * and is migrated, and the host is not stopping; otherwise 503 with the reason). `/readyz` answers within a second
 * even if the database hangs. It also says how long jobs wait and what push and speech do: a balancer must not drain
 * the hosts for those.
 */
export function healthRouter(
  database: Pick<Database, "kind" | "readinessPool">,
  isEnding: () => boolean,
  features?: FeatureStates,
): Router {
  // Requests that come during a check share it, so that they take no connections.
  const check = shareAnswers(() => readReadiness(database.readinessPool));
  return Router()
    .get("/healthz", (_request, response) => {
      response.json({ status: "alive" });
    })
    .get("/readyz", async (_request, response) => {
      if (isEnding()) {
        response.status(503).json({ status: "unavailable", reason: "the host is stopping" });
        return;
      }
      try {
        const { migration, jobLag, failingPushes, failingMail, clockFault, lateTasks } =
          await check();
        response.json({
          status: "ready",
          version: VERSION,
          database: database.kind,
          migration,
          jobLag,
          // A full disk is full for all hosts, and reads go on: no balancer should drain them.
          ...(wasFull() && { reason: FULL }),
          ...(clockFault && { clock: clockFault }),
          // Since when tasks such as retention have had no success.
          ...(Object.keys(lateTasks).length > 0 && { lateTasks }),
          ...(features && {
            push: features.push(failingPushes),
            speech: features.speech,
            mail: features.mail(failingMail),
          }),
        });
      } catch (error) {
        response.status(503).json({ status: "unavailable", reason: reasonOf(error) });
      }
    });
}
