import { lexicographicSortSchema, printSchema } from "graphql";
import type { Pool } from "pg";
import { postgraphile } from "postgraphile";
import { secretKey } from "../../auth/keys.ts";
import { makeTokens } from "../../auth/tokens.ts";
import { readConfig } from "../../config/config.ts";
import { makePreset } from "../../graphile.config.ts";
import type { Log } from "../../process/log.ts";

/** The service's API in GraphQL's schema language, sorted by name. */
export async function graphqlSchema(pool: Pool, log: Log): Promise<string> {
  const instance = postgraphile(
    makePreset({
      pool,
      tokens: makeTokens([secretKey("an export issues no access tokens")], 1),
      clientAddress: () => "",
      takeQuota: async () => 0,
      constraintMessages: new Map(),
      isProduction: true,
      config: readConfig({}),
      log,
    }),
  );
  try {
    return `${printSchema(lexicographicSortSchema(await instance.getSchema()))}\n`;
  } finally {
    await instance.release();
  }
}
