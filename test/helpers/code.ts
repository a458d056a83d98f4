/** Loads a module of the service, once for all test files of a process: see environment.ts. */
const load = <T>(path: string) => importOnce<T>(new URL(`../../src/${path}`, import.meta.url).href);

export const loadConfig = () =>
  load<typeof import("../../src/settings/config.ts")>("settings/config.ts");
export const loadDatabase = () =>
  load<typeof import("../../src/database/open.ts")>("database/open.ts");
export const loadPublicPool = () =>
  load<typeof import("../../src/database/public-pool.ts")>("database/public-pool.ts");
export const loadService = () => load<typeof import("../../src/service.ts")>("service.ts");
export const loadSchemaExport = () =>
  load<typeof import("../../src/cli/export/graphql-schema.ts")>("cli/export/graphql-schema.ts");
export const loadHashQueue = () =>
  load<typeof import("../../src/people/passwords.ts")>("people/passwords.ts");
/** Returns the bcrypt that services hash with. A test file's own import is another copy. */
export const loadBcrypt = async () =>
  (await importOnce<{ default: typeof import("bcrypt") }>("bcrypt")).default;
export const loadPreset = () =>
  load<typeof import("../../src/graphile.config.ts")>("graphile.config.ts");
