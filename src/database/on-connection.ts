import type { Pool, PoolClient } from "pg";
import { requestOf } from "../ops/logged-request.ts";
import { type AnswerBudget, budgetOf } from "./answer-budget.ts";
import type { RequestSettings } from "./request-settings.ts";

/** Runs a callback on a connection of a pool, within the budget of the request with these settings. */
export async function onConnection<T>(
  pool: Pool,
  settings: RequestSettings,
  callback: (client: PoolClient, budget: AnswerBudget | undefined) => Promise<T>,
): Promise<T> {
  const budget = budgetOf(settings);
  const client = await pool.connect();
  const watching = budget?.watch(client);
  try {
    const logged = requestOf(settings);
    if (logged) logged.backend = (client as { processID?: number }).processID;
    const result = await callback(client, budget);
    budget?.check();
    return result;
  } catch (error) {
    // The connection is lost if the answer is too large.
    budget?.check();
    throw error;
  } finally {
    watching?.end();
    budget?.note();
    client.release(budget?.isSpent);
  }
}
