import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Router } from "express";
import type { Pool } from "pg";
import { askingUser, type TakeQuota } from "../limits/quotas.ts";
import { BUSY } from "../ops/app-error.ts";
import { beginExport, personExport } from "../people/person-export.ts";
import { PERSON_SCHEMA, SCHEMA_PATH } from "../people/person-schema.ts";
import type { Tickets } from "../people/tickets.ts";
import { refuse } from "./errors.ts";

const SCHEMA = JSON.stringify(PERSON_SCHEMA, null, 2);

/** An export counts as so many, because it reads much. */
const REQUESTS_PER_EXPORT = 20;

/**
 * Serves `GET /export/person/:ticket`: what is held of a person as a JSON file, with a ticket of `exportMe` or
 * `userExport`; and `GET /export/person.schema.json`. An export that fails in the middle is cut off, so the file is not
 * valid JSON.
 */
export function personExportRouter(pool: Pool, tickets: Tickets, takeQuota: TakeQuota): Router {
  /** The users whose exports are being written: at most one each. */
  const running = new Set<number>();
  return Router()
    .get(SCHEMA_PATH, (_request, response) => {
      response.set("Cache-Control", "public, max-age=3600").type("application/schema+json");
      response.send(SCHEMA);
    })
    .get("/export/person/:ticket", async (request, response) => {
      const ticket = tickets.verify("export", request.params.ticket);
      const expired = "This download has expired: ask for a new one.";
      if (!ticket) return refuse(response, 401, "UNAUTHENTICATED", expired);
      if (request.method === "HEAD") return void response.status(200).end();
      const caller = ticket.identity.userId;
      const wait = await takeQuota(askingUser(caller), { reports: 0, others: REQUESTS_PER_EXPORT });
      if (wait > 0 || running.has(caller)) {
        const busy = "One download at a time: wait for the other to end.";
        return refuse(response, 503, "RATE_LIMITED", wait > 0 ? BUSY : busy, {
          retryAfter: wait || 5,
        });
      }
      running.add(caller);
      try {
        if (!(await beginExport(pool, ticket, request.request?.id))) {
          return refuse(response, 401, "UNAUTHENTICATED", expired);
        }
        response.set({
          "Content-Type": "application/json;charset=utf-8",
          "Content-Disposition": `attachment; filename="person-${ticket.userId}.json"`,
          "Cache-Control": "no-store",
        });
        // One page waits for the client, and the next is read when it is written.
        const pages = Readable.from(personExport(pool, ticket, new Date()), { highWaterMark: 1 });
        await pipeline(pages, response);
      } catch (error) {
        // The client has closed the connection.
        if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
      } finally {
        running.delete(caller);
      }
    });
}
