import { createPrivateKey, type KeyObject } from "node:crypto";
import { isAbsolute, join } from "node:path";
import { ConfigError } from "../ops/config-error.ts";
import { LEVELS, type Level } from "../ops/log.ts";
import { readDrain } from "./drain.ts";
import { readHosts } from "./hosts-settings.ts";
import { type Limits, readLimits } from "./limits.ts";
import { type MailConfig, readMail } from "./mail-settings.ts";
import { type MapConfig, readMapConfig } from "./map.ts";
import { refuseMisspelled } from "./misspelled.ts";
import { type Pools, readPools } from "./pools.ts";
import { type PushConfig, readPushConfig } from "./push-settings.ts";
import { type QuotaRates, readQuotas } from "./quota-settings.ts";
import { readKey } from "./read-key.ts";
import { readSessionConfig, type SessionConfig } from "./session-settings.ts";
import { readTimeouts, type Timeouts } from "./timeouts.ts";
import { readTrustProxy, type TrustProxy } from "./trust-proxy.ts";
import { invalid, Variables } from "./variables.ts";

/** How the audit log is witnessed. */
export interface AuditConfig {
  /** Signs checkpoints. */
  privateKey: KeyObject | undefined;
  /** Where checkpoints go: "log", the path of a file, or a URL. */
  checkpoints: string[];
}

const CHECKPOINTS = "AUDIT_CHECKPOINTS";

function ed25519Key(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("it is of another type");
  return key;
}

const isDestination = (one: string) =>
  one === "log" || isAbsolute(one) || (/^https?:\/\//.test(one) && URL.canParse(one));

export function readAudit(variables: Variables): AuditConfig {
  // AUDIT_CHECKPOINTS: where checkpoints of the audit log go: log, paths of files, URLs, separated by commas.
  const checkpoints = variables.list(CHECKPOINTS) ?? ["log"];
  const wrong = checkpoints.find((one) => !isDestination(one));
  if (wrong !== undefined || checkpoints.length === 0) {
    throw invalid(CHECKPOINTS, "log, absolute paths and URLs, separated by commas");
  }
  // AUDIT_PRIVATE_KEY: signs checkpoints. With the embedded database it is made and kept in DATA_DIR by default.
  const mustBe = "a private key of Ed25519";
  const privateKey = readKey(variables, "AUDIT_PRIVATE_KEY", mustBe, ed25519Key);
  return { privateKey, checkpoints };
}

/** What operators see of a process. */
export interface ObservationConfig {
  logLevel: Level;
  /** Undefined if no metrics are served. */
  metricsPort: number | undefined;
}

export function readObservation(variables: Variables): ObservationConfig {
  // LOG_LEVEL: the events that are logged: error, warn, info or debug, each with those before it.
  const logLevel = variables.word("LOG_LEVEL", LEVELS) ?? "info";
  // METRICS_PORT: the port of /metrics. 0 takes any free port.
  const isMeasured = variables.text("METRICS_PORT") !== undefined;
  const metricsPort = isMeasured ? variables.integer("METRICS_PORT", 0, 0, 65535) : undefined;
  return { logLevel, metricsPort };
}

const MUST_BE =
  "* for all, or origins as browsers send them, separated by commas: https://www.example.org, http://localhost:8080";

/** True for a scheme, a host, and a port that is not the scheme's own. Apps have schemes such as capacitor://. */
function isOrigin(text: string): boolean {
  if (/^https?:/.test(text)) return URL.parse(text)?.origin === text;
  return /^[a-z][a-z\d+.-]*:\/\/[^/\s]+$/.test(text);
}

/** Reads ALLOWED_ORIGINS. All by default. */
export function readOrigins(variables: Variables): "*" | string[] {
  const name = "ALLOWED_ORIGINS";
  const origins = variables.list(name) ?? ["*"];
  if (origins.length === 1 && origins[0] === "*") return "*";
  const wrong = origins.length > 0 ? origins.find((one) => !isOrigin(one)) : ",";
  if (wrong !== undefined) throw invalid(name, MUST_BE, wrong);
  return origins;
}

/** The environment, read once. Each variable is documented where it is read: here and in the files beside this one. */
export interface Config {
  port: number;
  /** How many host processes serve on this machine. */
  hosts: number;
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
  trustProxy: TrustProxy;
  quotas: QuotaRates;
  poolSize: number;
  pools: Pools;
  /** The most client connections at once. */
  maxConnections: number;
  timeouts: Timeouts;
  /** How long a host that stops still takes requests, in milliseconds. */
  drain: number;
  runsJobs: boolean;
  isProduction: boolean;
  usesFastPath: boolean;
  limits: Limits;
  sessions: SessionConfig;
  push: PushConfig;
  map: MapConfig | undefined;
  observation: ObservationConfig;
  audit: AuditConfig;
  /** The path of the list of erasures. */
  erasures: string;
  /** Undefined if no mails are sent. */
  mail: MailConfig | undefined;
}

/**
 * Reads and checks the environment.
 * @throws ConfigError that names the variable and says what it takes.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const variables = new Variables(env);
  const config: Config = {
    // PORT: the port to serve on. 0 takes any free port.
    port: variables.integer("PORT", 4000, 0, 65535),
    hosts: readHosts(variables),
    // DATABASE_URL: PostgreSQL 15 or newer with PostGIS, as a role that may migrate it. Unset: the embedded database.
    databaseUrl: variables.postgresUrl("DATABASE_URL"),
    // HOST_DATABASE_URL: a login that is only a member of app_host. Without it, the owner takes that role.
    hostDatabaseUrl: variables.postgresUrl("HOST_DATABASE_URL"),
    // DATA_DIR: the directory of the embedded database and its secrets.
    dataDir: variables.text("DATA_DIR") ?? "./data",
    // JWT_SECRET: signs tokens. With the embedded database it is made and kept in DATA_DIR by default.
    jwtSecret: variables.secret("JWT_SECRET"),
    // TOKEN_LIFETIME: how many seconds a token is valid. Two days by default.
    tokenLifetime: variables.integer("TOKEN_LIFETIME", 2 * 86400, 1, 365 * 86400),
    // ADMIN_EMAIL, ADMIN_PASSWORD: the login of the first administrator, who is made if there is none.
    adminEmail: variables.text("ADMIN_EMAIL"),
    adminPassword: variables.secret("ADMIN_PASSWORD"),
    // ALLOWED_ORIGINS: the browser origins that may call the API, separated by commas. All by default.
    allowedOrigins: readOrigins(variables),
    // TRUST_PROXY: the proxies whose X-Forwarded-For counts.
    trustProxy: readTrustProxy(variables),
    quotas: readQuotas(variables),
    // POOL_SIZE: database connections for requests.
    poolSize: variables.integer("POOL_SIZE", 10, 1, 1000),
    pools: readPools(variables),
    // MAX_CONNECTIONS: the most client connections at once. Further ones are closed.
    maxConnections: variables.integer("MAX_CONNECTIONS", 20_000, 1, 1_000_000),
    timeouts: readTimeouts(variables),
    drain: readDrain(variables),
    // JOBS: false leaves the jobs to other hosts or workers.
    runsJobs: variables.boolean("JOBS", true),
    // FAST_PATH: false lets Grafast execute every request.
    usesFastPath: variables.boolean("FAST_PATH", true),
    // NODE_ENV: "production" switches GraphiQL off.
    isProduction:
      variables.word("NODE_ENV", ["production", "development", "test"]) === "production",
    limits: readLimits(variables),
    sessions: readSessionConfig(variables),
    push: readPushConfig(variables),
    map: readMapConfig(variables),
    observation: readObservation(variables),
    audit: readAudit(variables),
    // ERASURES_FILE: the list of erasures, which only grows and is not in the database.
    erasures:
      variables.text("ERASURES_FILE") ?? join(variables.text("DATA_DIR") ?? "./data", "erasures"),
    mail: readMail(variables),
  };
  refuseMisspelled(env, variables.known);
  if (config.databaseUrl && !config.jwtSecret && !config.sessions.privateKey) {
    throw new ConfigError(
      "JWT_SECRET must be set if DATABASE_URL is: the same for every host, 32 random characters or more.",
    );
  }
  return config;
}
