/**
 * Loaded into graphile-migrate's process if it runs on the embedded database, which has one backend. `watch` and
 * `current` hold a transaction on one connection while they wait for another. Here the inner call gets the outer
 * connection. This loses the lock on graphile_migrate.current between the two.
 *
 * graphile-migrate exports nothing for that, so this is the one file that takes a part of it from its `dist`: hence its
 * version in package.json is exact. `npm run migrate -- current` on the embedded database fails without it.
 */
import { createRequire } from "node:module";

type WithClient = <T>(
  connectionString: string,
  settings: unknown,
  callback: (client: unknown, context: unknown) => Promise<T>,
) => Promise<T>;

const library: { withClient: WithClient } = createRequire(import.meta.url)(
  "graphile-migrate/dist/pgReal.js",
);
const { withClient } = library;
let inUse: { client: unknown; context: unknown } | undefined;

library.withClient = async (connectionString, settings, callback) => {
  if (inUse) return await callback(inUse.client, inUse.context);
  return await withClient(connectionString, settings, async (client, context) => {
    inUse = { client, context };
    try {
      return await callback(client, context);
    } finally {
      inUse = undefined;
    }
  });
};
