import pg from "pg";
import type { Log } from "../ops/log.ts";
import { logFailure } from "../ops/outage.ts";

/** How many people of a cell an alert would notify. The numbers are null if the cell did not answer. */
export interface CellReach {
  cell: string;
  one: number | null;
  two: number | null;
  three: number | null;
  withDevice: number | null;
  /** Why it did not answer, as a sentence. */
  problem: string | null;
}

/** An administrator waits for the answers of all cells. */
const ANSWER_TIMEOUT_MS = 900;

const ASK = `select one, two, three, with_device as "withDevice" from app_private.cell_reach($1)`;
const NO_NUMBERS = { one: null, two: null, three: null, withDevice: null };

async function ask(url: string, question: string): Promise<Omit<CellReach, "cell">> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "location-alert reach",
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    statement_timeout: ANSWER_TIMEOUT_MS,
  });
  client.on("error", () => {});
  const late = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const timeout = new Promise<never>((_, reject) => {
    late.addEventListener("abort", () => reject(late.reason));
  });
  const answer = client.connect().then(() => client.query(ASK, [question]));
  try {
    const { rows } = await Promise.race([answer, timeout]);
    return { ...rows[0], problem: null };
  } finally {
    answer.catch(() => {});
    client.end().catch(() => {});
  }
}

/** Asks each cell of a head how many people an alert would notify, all at once. A cell that is late delays nobody. */
export async function askCells(
  owner: pg.Pool,
  question: string,
  log: Log,
): Promise<readonly CellReach[]> {
  const { rows } = await owner.query<{ name: string; url: string }>(
    "select name, url from app_private.cells order by name",
  );
  return await Promise.all(
    rows.map(async ({ name, url }) => {
      try {
        return { cell: name, ...(await ask(url, question)) };
      } catch (error) {
        logFailure(log, `cells: ${name} did not say whom an alert reaches`, error as Error);
        const isOld = (error as { code?: string }).code === "42883";
        const problem = isOld ? "It is on an older version." : "It does not answer.";
        return { cell: name, ...NO_NUMBERS, problem };
      }
    }),
  );
}
