import { lexicographicSortSchema, printSchema } from "graphql";
import { postgraphile } from "postgraphile";
import type { PublicPool } from "../../database/public-pool.ts";
import { makePreset } from "../../graphile.config.ts";
import { makeMaskError } from "../../graphql/errors/mask-error.ts";
import type { Log } from "../../ops/log.ts";
import { makeTokens } from "../../people/tokens.ts";
import { readConfig } from "../../settings/config.ts";
import { secretKey } from "../../settings/token-keys.ts";

/**
 * The service's API in GraphQL's schema language, sorted by name.
 * @param change Changes the preset, for a test.
 */
export async function graphqlSchema(
  pool: PublicPool,
  log: Log,
  change = (preset: GraphileConfig.Preset) => preset,
): Promise<string> {
  const tokens = makeTokens([secretKey("an export issues no access tokens")], 1);
  const preset = makePreset({
    database: { hostPool: pool },
    people: { tokens },
    takeQuota: async () => 0,
    maskError: makeMaskError(new Map(), log),
    config: { ...readConfig({}), isProduction: true },
  });
  const instance = postgraphile(change(preset));
  try {
    return `${printSchema(lexicographicSortSchema(await instance.getSchema()))}\n`;
  } finally {
    await instance.release();
  }
}
