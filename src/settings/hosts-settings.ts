import { availableParallelism } from "node:os";
import { ConfigError } from "../ops/config-error.ts";
import { invalid, type Variables } from "./variables.ts";

/** Reads how many hosts serve on this machine, each as a process of its own. */
export function readHosts(variables: Variables): number {
  // HOSTS: the number of processes behind the port. auto: one for each core.
  const text = variables.text("HOSTS") ?? "1";
  const isEmbedded = variables.postgresUrl("DATABASE_URL") === undefined;
  if (text === "auto") return isEmbedded ? 1 : availableParallelism();
  const hosts = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (hosts < 1) throw invalid("HOSTS", "auto, or a whole number from 1 to 999", text);
  if (hosts > 1 && isEmbedded) {
    throw new ConfigError(
      "HOSTS must be 1 with the embedded database, which belongs to one process: set DATABASE_URL to a PostgreSQL server.",
    );
  }
  return hosts;
}
