import { until } from "./until.ts";

/**
 * Asks a host for /readyz until it is ready, and returns the answer. On a busy machine, the database may take longer
 * than /readyz waits.
 */
// biome-ignore lint/suspicious/noExplicitAny: only the test knows which parts it reads
export async function ready(url: string): Promise<any> {
  const response = await until(
    () => fetch(`${url}/readyz`),
    ({ status }) => status === 200,
  );
  return await response.json();
}
