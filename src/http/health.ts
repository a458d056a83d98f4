import { Router } from "express";
import type { Database } from "../database/open.ts";

/** Which ways to people are on; of one that is off, what to set. */
export interface Delivery {
  push: Record<string, string>;
  /** The engine that speaks alerts. */
  speech: string;
}

/** What the last migration is, by graphile-migrate's own table. */
const LAST_MIGRATION =
  "select filename from graphile_migrate.migrations order by filename desc limit 1";

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: it can serve: the database answers and is
 * migrated, and the service is not ending; else 503 with the reason. Beside it, which ways to people are on.
 */
export function healthRouter(
  database: Database,
  isEnding: () => boolean,
  delivery?: Delivery,
): Router {
  return Router()
    .get("/healthz", (_request, response) => {
      response.json({ status: "alive" });
    })
    .get("/readyz", async (_request, response) => {
      if (isEnding()) {
        response.status(503).json({ status: "unavailable", reason: "the service is ending" });
        return;
      }
      try {
        await database.hostPool.query("select 1");
        const { rows } = await database.ownerPool.query(LAST_MIGRATION);
        response.json({
          status: "ready",
          database: database.kind,
          migration: rows[0].filename,
          ...delivery,
        });
      } catch {
        response
          .status(503)
          .json({ status: "unavailable", reason: "the database does not answer" });
      }
    });
}
