import type pg from "pg";
import type { Log } from "../ops/log.ts";
import { poll } from "../ops/poll.ts";
import type { Room } from "../ops/room.ts";
import { askCells, type CellReach } from "./ask-cells.ts";

const REPORT_INTERVAL_MS = 5_000;
/** Counting takes at most this share of a connection's time, however many people were told. */
const MAX_COUNT_SHARE = 1 / 20;

/** What a head and a cell add to the service. Nothing in a database that is neither. */
export interface Cells extends Room {
  /** Asks the cells whom an alert would reach. The question comes from `app_private.reach_of()`. */
  ask(question: string): Promise<readonly CellReach[]>;
}

/** Opens the room: as a cell, this host tells its head what becomes of the head's alerts. */
export function openCells(owner: pg.Pool, log: Log): Cells {
  const stopping = new AbortController();
  const { signal } = stopping;

  let nextCount = 0;
  async function report(): Promise<void> {
    const { rows } = await owner.query<{ due: boolean }>("select app_private.report_cell() as due");
    if (!rows[0]?.due || performance.now() < nextCount) return;
    const began = performance.now();
    await owner.query("select app_private.count_cell()");
    const ended = performance.now();
    nextCount = ended + (ended - began) / MAX_COUNT_SHARE;
  }
  const about = "cells: nothing was reported to the head";
  const reporting = poll(report, signal, log, about, REPORT_INTERVAL_MS, 1);

  return {
    ask: (question) => askCells(owner, question, log),
    async close() {
      stopping.abort();
      await reporting;
    },
  };
}
