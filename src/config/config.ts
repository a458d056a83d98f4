import { ConfigError } from "../errors/config-error.ts";
import { type PushConfig, readPushConfig } from "../push/config.ts";
import { type MapConfig, readMapConfig } from "./map.ts";

export { ConfigError };

/** The environment, read once. Each variable is documented at its line in `readConfig`. */
export interface Config {
  port: number;
  /** The owner's connection string; undefined for the embedded database. */
  databaseUrl: string | undefined;
  hostDatabaseUrl: string | undefined;
  dataDir: string;
  jwtSecret: string | undefined;
  /** In seconds. */
  tokenLifetime: number;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** "*" or a list of origins. */
  allowedOrigins: "*" | string[];
  poolSize: number;
  runsJobs: boolean;
  isProduction: boolean;
  usesFastPath: boolean;
  /** Documented in push/config.ts. */
  push: PushConfig;
  /** Documented in map-config.ts; undefined for the console's own map. */
  map: MapConfig | undefined;
}

function integer(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  least: number,
  most: number,
) {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new ConfigError(
      `${name} must be a whole number from ${least} to ${most}, not "${text}".`,
    );
  }
  return value;
}

function postgresUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name]?.trim();
  if (text && !/^postgres(ql)?:\/\//.test(text)) {
    throw new ConfigError(`${name} must start with postgres:// or postgresql://.`);
  }
  return text || undefined;
}

function flag(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const text = env[name]?.trim();
  if (!text) return fallback;
  if (text !== "true" && text !== "false") {
    throw new ConfigError(`${name} must be true or false, not "${text}".`);
  }
  return text === "true";
}

function origins(env: NodeJS.ProcessEnv): "*" | string[] {
  const text = env.ALLOWED_ORIGINS?.trim();
  return !text || text === "*" ? "*" : text.split(/[\s,]+/);
}

/**
 * Reads and checks the environment.
 * @throws ConfigError that names the variable and says what it takes.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const config: Config = {
    // PORT: where to serve; 0 takes any free one.
    port: integer(env, "PORT", 4000, 0, 65535),
    // DATABASE_URL: PostgreSQL 15 or newer with PostGIS, as a role that may migrate it.
    databaseUrl: postgresUrl(env, "DATABASE_URL"),
    // HOST_DATABASE_URL: a login that is a member of app_host only; else the owner steps down to it.
    hostDatabaseUrl: postgresUrl(env, "HOST_DATABASE_URL"),
    // DATA_DIR: where the embedded database and its secret live.
    dataDir: env.DATA_DIR?.trim() || "./data",
    // JWT_SECRET: signs tokens; made and kept in DATA_DIR for the embedded database.
    jwtSecret: env.JWT_SECRET || undefined,
    // TOKEN_LIFETIME: seconds that a token lasts; two days by default.
    tokenLifetime: integer(env, "TOKEN_LIFETIME", 2 * 86400, 1, 365 * 86400),
    // ADMIN_EMAIL, ADMIN_PASSWORD: the first administrator's, where there is none yet.
    adminEmail: env.ADMIN_EMAIL?.trim() || undefined,
    adminPassword: env.ADMIN_PASSWORD || undefined,
    // ALLOWED_ORIGINS: the browser origins that may call, separated by commas; any by default.
    allowedOrigins: origins(env),
    // POOL_SIZE: connections for requests.
    poolSize: integer(env, "POOL_SIZE", 10, 1, 1000),
    // JOBS: false leaves the jobs to other hosts.
    runsJobs: flag(env, "JOBS", true),
    // FAST_PATH: false has Grafast execute everything.
    usesFastPath: flag(env, "FAST_PATH", true),
    // NODE_ENV: "production" serves no GraphiQL.
    isProduction: env.NODE_ENV === "production",
    push: readPushConfig(env),
    map: readMapConfig(env),
  };
  if (config.databaseUrl && !config.jwtSecret) {
    throw new ConfigError(
      "JWT_SECRET must be set where DATABASE_URL is: the same for every host, 32 random characters or more.",
    );
  }
  return config;
}
