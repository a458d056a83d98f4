import { Router } from "express";
import type { Database } from "../database/open.ts";

/** The state of each optional feature: "on", or what to set to turn it on. */
export interface FeatureStates {
  /** The state of each provider. */
  push: Record<string, string>;
  /** The state of the speech engine. */
  speech: string;
}

/** Reads the name of the last migration from graphile-migrate's table. */
const LAST_MIGRATION =
  "select filename from graphile_migrate.migrations order by filename desc limit 1";

/**
 * Serves `GET /healthz` (the process is alive) and `GET /readyz` (it can serve requests: the database answers
 * and is migrated, and the host is not stopping; otherwise 503 with the reason). `/readyz` also lists the
 * states of push and speech.
 */
export function healthRouter(
  database: Database,
  isEnding: () => boolean,
  features?: FeatureStates,
): Router {
  let checking: Promise<string> | undefined;
  /** Returns the last migration. Requests that come during a check share it, so that they take no connections. */
  function check(): Promise<string> {
    checking ??= (async () => {
      await database.publicationPool.query("select 1");
      const { rows } = await database.ownerPool.query(LAST_MIGRATION);
      return rows[0].filename;
    })().finally(() => {
      checking = undefined;
    });
    return checking;
  }

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
        const migration = await check();
        response.json({ status: "ready", database: database.kind, migration, ...features });
      } catch {
        response
          .status(503)
          .json({ status: "unavailable", reason: "the database does not answer" });
      }
    });
}
