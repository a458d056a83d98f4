import { lexicographicSortSchema, printSchema } from "graphql";
import type { Pool } from "pg";
import { postgraphile } from "postgraphile";
import { makeTokens } from "../../auth/tokens.ts";
import { readLimits } from "../../config/limits.ts";
import { makePreset } from "../../graphile.config.ts";
import type { Log } from "../../process/log.ts";

/** The service's API in GraphQL's schema language, sorted by name. */
export async function graphqlSchema(pool: Pool, log: Log): Promise<string> {
  const instance = postgraphile(
    makePreset({
      pool,
      tokens: makeTokens("an export issues no access tokens", 1),
      limits: readLimits({}),
      clientAddress: () => "",
      takeQuota: async () => 0,
      constraintMessages: new Map(),
      isProduction: true,
      log,
    }),
  );
  try {
    return `${printSchema(lexicographicSortSchema(await instance.getSchema()))}\n`;
  } finally {
    await instance.release();
  }
}
