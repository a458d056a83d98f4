import { readFileSync } from "node:fs";
import type pg from "pg";
import { postgresProcesses } from "../lib/postgres-processes.ts";

const TICKS = 100;

function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  } catch {
    return [];
  }
}

/**
 * Returns the CPU seconds of the server that the client is connected to, including its ended processes. Other servers
 * on the machine do not count.
 */
export async function postgresCpu(client: pg.Pool): Promise<number> {
  const { rows } = await client.query("select pg_read_file('postmaster.pid') as file");
  const postmaster = Number(rows[0].file.split("\n")[0]);
  // proc(5): utime and stime are fields 14 and 15, those of waited-for children 16 and 17.
  const ticks = (fields: string[], ...places: number[]) =>
    places.reduce((sum, place) => sum + Number(fields[place - 3] ?? 0), 0);
  const own = ticks(statOf(postmaster), 14, 15, 16, 17);
  const children = postgresProcesses()
    .map(statOf)
    .filter((fields) => Number(fields[1]) === postmaster)
    .map((fields) => ticks(fields, 14, 15));
  return children.reduce((sum, part) => sum + part, own) / TICKS;
}
