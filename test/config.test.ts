import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import webPush from "web-push";
import { ConfigError } from "../src/ops/config-error.ts";
import { readConfig } from "../src/settings/config.ts";
import { newPrivateKey } from "./auth/new-private-key.ts";

const NATIVE = {
  DATABASE_URL: "postgres://localhost/las",
  JWT_SECRET: "a secret of thirty-two characters.",
};

const PRIVATE_KEY = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();
const SERVICE_ACCOUNT = {
  project_id: "las",
  client_email: "pusher@las.example.org",
  private_key: PRIVATE_KEY,
};
const READ_SERVICE_ACCOUNT = {
  projectId: "las",
  clientEmail: "pusher@las.example.org",
  privateKey: PRIVATE_KEY,
  tokenUri: "https://oauth2.googleapis.com/token",
};
const VAPID = webPush.generateVAPIDKeys();
const KEYS = [newPrivateKey(), newPrivateKey()] as const;

test("without any variable, the service uses the embedded database on port 4000, and all defaults", () => {
  expect(readConfig({})).toEqual({
    port: 4000,
    hosts: 1,
    databaseUrl: undefined,
    hostDatabaseUrl: undefined,
    dataDir: "./data",
    jwtSecret: undefined,
    tokenLifetime: 172_800,
    adminEmail: undefined,
    adminPassword: undefined,
    allowedOrigins: "*",
    trustProxy: false,
    quotas: {
      reports: { burst: 5000, perSecond: 20 },
      requests: { burst: 1000, perSecond: 50 },
      anonymous: { burst: 1000, perSecond: 100 },
    },
    observation: { logLevel: "info", metricsPort: undefined },
    audit: { privateKey: undefined, checkpoints: ["log"] },
    erasures: "data/erasures",
    poolSize: 10,
    pools: { publication: 7, jobs: 34 },
    maxConnections: 20_000,
    timeouts: {
      statement: 30_000,
      lock: 5_000,
      connection: 10_000,
      headers: 15_000,
      request: 60_000,
      keepAlive: 5_000,
    },
    drain: 0,
    runsJobs: true,
    usesFastPath: true,
    sessions: {
      previousSecret: undefined,
      privateKey: undefined,
      previousPrivateKey: undefined,
      accessTokenLifetime: 900,
      refreshTokenLifetime: 90 * 86400,
      requiresCurrentPassword: false,
    },
    isProduction: false,
    limits: {
      document: {
        length: 20_000,
        tokens: 4000,
        fields: 500,
        objects: 50,
        depth: 16,
        aliases: 20,
        mutations: 20,
        directives: 100,
        definitions: 50,
      },
      answer: { bytes: 8_000_000, adminBytes: 32_000_000, sounds: 12_600_000, unsent: 200_000_000 },
    },
    push: {
      expo: { url: "https://exp.host", accessToken: undefined },
      fcm: { url: "https://fcm.googleapis.com", serviceAccount: undefined },
      webPush: {
        keys: undefined,
        subject: "mailto:admin@example.org",
        hosts: [
          "fcm.googleapis.com",
          "jmt17.google.com",
          "*.push.services.mozilla.com",
          "*.push.apple.com",
          "*.notify.windows.com",
        ],
      },
    },
  });
});

test("readConfig reads every variable", () => {
  const config = readConfig({
    PORT: "8080",
    HOSTS: "3",
    DATABASE_URL: "postgresql://owner@db/las",
    HOST_DATABASE_URL: "postgres://host@db/las",
    DATA_DIR: "/var/lib/las",
    JWT_SECRET: NATIVE.JWT_SECRET,
    JWT_SECRET_PREVIOUS: " the secret of the day before yesterday ",
    JWT_PRIVATE_KEY: KEYS[0].pem,
    JWT_PRIVATE_KEY_PREVIOUS: KEYS[1].pem,
    ACCESS_TOKEN_LIFETIME: "60",
    REFRESH_TOKEN_LIFETIME: "3600",
    REQUIRE_CURRENT_PASSWORD: "true",
    TOKEN_LIFETIME: "3600",
    ADMIN_EMAIL: "ada@example.org",
    ADMIN_PASSWORD: " kept as it is ",
    TRUST_PROXY: "loopback, 10.0.0.0/8,",
    AUDIT_CHECKPOINTS: "log, /var/log/checkpoints,",
    ERASURES_FILE: "/var/lib/erasures",
    REPORT_BURST: "10",
    REPORT_RATE: "1",
    REQUEST_BURST: "20",
    REQUEST_RATE: "2",
    ANONYMOUS_BURST: "30",
    ANONYMOUS_RATE: "3",
    ALLOWED_ORIGINS: ",https://a.example.org, https://b.example.org https://c.example.org,",
    POOL_SIZE: "3",
    PUBLICATION_POOL_SIZE: "2",
    JOBS_POOL_SIZE: "32",
    DRAIN_SECONDS: "20",
    MAX_CONNECTIONS: "4",
    STATEMENT_TIMEOUT: "5",
    LOCK_TIMEOUT: "6",
    CONNECTION_TIMEOUT: "7",
    HEADERS_TIMEOUT: "8",
    REQUEST_TIMEOUT: "9",
    KEEP_ALIVE_TIMEOUT: "10",
    JOBS: "false",
    FAST_PATH: "false",
    LOG_LEVEL: "debug",
    METRICS_PORT: "9464",
    NODE_ENV: "production",
    DOCUMENT_LENGTH: "1",
    DOCUMENT_TOKENS: "2",
    DOCUMENT_FIELDS: "3",
    DOCUMENT_OBJECTS: "4",
    DOCUMENT_DEPTH: "5",
    DOCUMENT_ALIASES: "6",
    DOCUMENT_MUTATIONS: "7",
    DOCUMENT_DIRECTIVES: "8",
    DOCUMENT_DEFINITIONS: "9",
    ANSWER_SIZE: "10",
    ADMIN_ANSWER_SIZE: "11",
    ANSWER_SOUNDS: "12",
    UNSENT_SIZE: "13",
    EXPO_ACCESS_TOKEN: "expo-token",
    EXPO_PUSH_URL: "http://localhost:8001//",
    FCM_SERVICE_ACCOUNT: JSON.stringify(SERVICE_ACCOUNT),
    FCM_URL: "http://localhost:8002/fcm",
    VAPID_PUBLIC_KEY: VAPID.publicKey,
    VAPID_PRIVATE_KEY: VAPID.privateKey,
    VAPID_SUBJECT: "https://example.org/contact",
    WEB_PUSH_HOSTS: "Push.example.org, *.example.net localhost,",
  });
  expect(config).toEqual({
    port: 8080,
    hosts: 3,
    audit: { privateKey: undefined, checkpoints: ["log", "/var/log/checkpoints"] },
    erasures: "/var/lib/erasures",
    databaseUrl: "postgresql://owner@db/las",
    hostDatabaseUrl: "postgres://host@db/las",
    dataDir: "/var/lib/las",
    jwtSecret: NATIVE.JWT_SECRET,
    tokenLifetime: 3600,
    adminEmail: "ada@example.org",
    adminPassword: " kept as it is ",
    allowedOrigins: ["https://a.example.org", "https://b.example.org", "https://c.example.org"],
    trustProxy: ["loopback", "10.0.0.0/8"],
    quotas: {
      reports: { burst: 10, perSecond: 1 },
      requests: { burst: 20, perSecond: 2 },
      anonymous: { burst: 30, perSecond: 3 },
    },
    observation: { logLevel: "debug", metricsPort: 9464 },
    poolSize: 3,
    pools: { publication: 2, jobs: 32 },
    drain: 20_000,
    maxConnections: 4,
    timeouts: {
      statement: 5_000,
      lock: 6_000,
      connection: 7_000,
      headers: 8_000,
      request: 9_000,
      keepAlive: 10_000,
    },
    runsJobs: false,
    usesFastPath: false,
    sessions: {
      previousSecret: " the secret of the day before yesterday ",
      privateKey: expect.objectContaining({ kid: KEYS[0].kid, algorithm: "ES256" }),
      previousPrivateKey: expect.objectContaining({ kid: KEYS[1].kid, algorithm: "ES256" }),
      accessTokenLifetime: 60,
      refreshTokenLifetime: 3600,
      requiresCurrentPassword: true,
    },
    isProduction: true,
    limits: {
      document: {
        length: 1,
        tokens: 2,
        fields: 3,
        objects: 4,
        depth: 5,
        aliases: 6,
        mutations: 7,
        directives: 8,
        definitions: 9,
      },
      answer: { bytes: 10, adminBytes: 11, sounds: 12, unsent: 13 },
    },
    push: {
      expo: { url: "http://localhost:8001", accessToken: "expo-token" },
      fcm: { url: "http://localhost:8002/fcm", serviceAccount: READ_SERVICE_ACCOUNT },
      webPush: {
        keys: VAPID,
        subject: "https://example.org/contact",
        hosts: ["push.example.org", "*.example.net", "localhost"],
      },
    },
  });
});

test("the list of erasures is in DATA_DIR by default", () => {
  expect(readConfig({ DATA_DIR: "/var/lib/las" }).erasures).toBe("/var/lib/las/erasures");
});

test("an empty variable counts as not set", () => {
  const names = [
    "PORT",
    "HOSTS",
    "DATABASE_URL",
    "HOST_DATABASE_URL",
    "DATA_DIR",
    "JWT_SECRET",
    "JWT_SECRET_PREVIOUS",
    "JWT_PRIVATE_KEY",
    "JWT_PRIVATE_KEY_PREVIOUS",
    "ACCESS_TOKEN_LIFETIME",
    "REFRESH_TOKEN_LIFETIME",
    "REQUIRE_CURRENT_PASSWORD",
    "TOKEN_LIFETIME",
    "ADMIN_EMAIL",
    "ADMIN_PASSWORD",
    "ALLOWED_ORIGINS",
    "TRUST_PROXY",
    "AUDIT_PRIVATE_KEY",
    "AUDIT_CHECKPOINTS",
    "ERASURES_FILE",
    "REPORT_BURST",
    "REPORT_RATE",
    "POOL_SIZE",
    "PUBLICATION_POOL_SIZE",
    "JOBS_POOL_SIZE",
    "DRAIN_SECONDS",
    "MAX_CONNECTIONS",
    "STATEMENT_TIMEOUT",
    "JOBS",
    "LOG_LEVEL",
    "METRICS_PORT",
    "NODE_ENV",
    "EXPO_ACCESS_TOKEN",
    "EXPO_PUSH_URL",
    "FCM_SERVICE_ACCOUNT",
    "FCM_URL",
    "VAPID_PUBLIC_KEY",
    "VAPID_PRIVATE_KEY",
    "VAPID_SUBJECT",
    "WEB_PUSH_HOSTS",
  ];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(readConfig({}));
  expect(readConfig({ EXPO_ACCESS_TOKEN: " ", ADMIN_EMAIL: " " })).toEqual(readConfig({}));
});

test("PORT accepts 0 and 65535", () => {
  expect(readConfig({ PORT: "0" }).port).toBe(0);
  expect(readConfig({ PORT: "65535" }).port).toBe(65_535);
});

test("HOSTS=auto means one host for each core, and one host with the embedded database", () => {
  expect(readConfig({ ...NATIVE, HOSTS: "auto" }).hosts).toBe(availableParallelism());
  expect(readConfig({ HOSTS: "auto" }).hosts).toBe(1);
  expect(readConfig({ HOSTS: "1" }).hosts).toBe(1);
  expect(() => readConfig({ HOSTS: "2" })).toThrow(/^HOSTS must be 1 with the embedded database/);
});

test.each([
  ["true", true],
  ["false", false],
  ["0", 0],
  ["2", 2],
  ["100", 100],
  ["10.0.0.0/8", ["10.0.0.0/8"]],
])("TRUST_PROXY=%s trusts as Express does", (TRUST_PROXY, expected) => {
  expect(readConfig({ TRUST_PROXY }).trustProxy).toEqual(expected);
});

test("ALLOWED_ORIGINS takes origins as browsers send them, and those of apps", () => {
  const apps = ["capacitor://localhost", "com.example.app-2+beta://localhost"];
  const origins = ["http://localhost:8080", "https://[::1]", ...apps];
  const ALLOWED_ORIGINS = origins.join(" ");
  expect(readConfig({ ALLOWED_ORIGINS }).allowedOrigins).toEqual(origins);
});

test.each(["development", "test"])("NODE_ENV=%s is not production", (NODE_ENV) => {
  expect(readConfig({ NODE_ENV }).isProduction).toBe(false);
});

test("the default contact for push services is the first administrator", () => {
  expect(readConfig({ ADMIN_EMAIL: "ada@example.org" }).push.webPush.subject).toBe(
    "mailto:ada@example.org",
  );
});

test("an administrator's email that Apple takes for no contact is refused with VAPID keys, and replaced on trial", () => {
  const ADMIN_EMAIL = "admin@localhost";
  expect(readConfig({ ADMIN_EMAIL }).push.webPush.subject).toBe("mailto:admin@example.org");
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const keys = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
  expect(() => readConfig({ ADMIN_EMAIL, ...keys })).toThrow("VAPID_SUBJECT");
});

describe("a file", () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "las-config-"));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  /** Writes a file, and returns its path. */
  function file(content: string): string {
    const path = join(directory, "value");
    writeFileSync(path, content);
    return path;
  }

  test("can hold a private key, and be named by either variable", () => {
    const path = file(KEYS[0].pem);
    for (const name of ["JWT_PRIVATE_KEY", "JWT_PRIVATE_KEY_FILE"]) {
      expect(readConfig({ [name]: path }).sessions.privateKey?.kid).toBe(KEYS[0].kid);
    }
  });

  test("can hold a service account", () => {
    const path = file(JSON.stringify(SERVICE_ACCOUNT));
    const { fcm } = readConfig({ FCM_SERVICE_ACCOUNT_FILE: path }).push;
    expect(fcm.serviceAccount).toEqual(READ_SERVICE_ACCOUNT);
  });

  test("can hold a secret with spaces, and its last line break is ignored", () => {
    for (const end of ["", "\n", "\r\n"]) {
      const ADMIN_PASSWORD_FILE = file(` kept as it is ${end}`);
      expect(readConfig({ ADMIN_PASSWORD_FILE }).adminPassword).toBe(" kept as it is ");
    }
  });

  test("can hold the value of any other variable", () => {
    const env = { DATABASE_URL: NATIVE.DATABASE_URL, JWT_SECRET_FILE: file(NATIVE.JWT_SECRET) };
    expect(readConfig(env).jwtSecret).toBe(NATIVE.JWT_SECRET);
    expect(readConfig({ POOL_SIZE_FILE: ` ${file("3\n")} ` }).poolSize).toBe(3);
  });

  test("that is empty sets nothing", () => {
    expect(readConfig({ EXPO_ACCESS_TOKEN_FILE: file("\n") })).toEqual(readConfig({}));
    expect(readConfig({ ADMIN_PASSWORD_FILE: file("\n") })).toEqual(readConfig({}));
    expect(readConfig({ EXPO_ACCESS_TOKEN_FILE: "", EXPO_ACCESS_TOKEN: "" })).toEqual(
      readConfig({}),
    );
  });

  test("that cannot be read is refused", () => {
    const read = () => readConfig({ JWT_SECRET_FILE: "./no-such-file" });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      'JWT_SECRET_FILE must be a file that can be read (ENOENT), not "./no-such-file".',
    );
  });

  test("and a value of the same variable are refused, and not quoted", () => {
    const ADMIN_PASSWORD_FILE = file("one password");
    const read = () => readConfig({ ADMIN_PASSWORD_FILE, ADMIN_PASSWORD: "another password" });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow("ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set: unset one.");
    for (const ADMIN_PASSWORD of ["", " "]) {
      expect(readConfig({ ADMIN_PASSWORD_FILE, ADMIN_PASSWORD }).adminPassword).toBe(
        "one password",
      );
    }
  });
});

describe("a service account's file", () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "las-config-"));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  test("is read from its path", () => {
    const path = join(directory, "account.json");
    writeFileSync(path, JSON.stringify(SERVICE_ACCOUNT));
    const { fcm } = readConfig({ FCM_SERVICE_ACCOUNT: path }).push;
    expect(fcm.serviceAccount).toEqual(READ_SERVICE_ACCOUNT);
  });

  test.each([
    ["without a project", { ...SERVICE_ACCOUNT, project_id: undefined }, "no project_id"],
    ["without an email", { ...SERVICE_ACCOUNT, client_email: "" }, "no client_email"],
    ["with an email that is no text", { ...SERVICE_ACCOUNT, client_email: 7 }, "no client_email"],
    [
      "with a broken key",
      { ...SERVICE_ACCOUNT, private_key: "broken" },
      "private_key is not a key",
    ],
    ["with a broken address", { ...SERVICE_ACCOUNT, token_uri: "token" }, "token_uri is not a URL"],
    ["that is null", null, "no project_id"],
  ])("is refused %s, and not quoted", (_what, account, why) => {
    const path = join(directory, "account.json");
    writeFileSync(path, JSON.stringify(account));
    const read = () => readConfig({ FCM_SERVICE_ACCOUNT: path });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^FCM_SERVICE_ACCOUNT must be /);
    expect(read).toThrow(why);
    expect(read).not.toThrow(/BEGIN|pusher@/);
  });

  test("is not quoted if it is cut off", () => {
    const FCM_SERVICE_ACCOUNT = JSON.stringify(SERVICE_ACCOUNT).slice(0, -1);
    const read = () => readConfig({ FCM_SERVICE_ACCOUNT });
    expect(read).toThrow("it is not JSON");
    expect(read).not.toThrow(/BEGIN|pusher@/);
  });
});

describe("an error names the variable and says what it takes, for", () => {
  test.each([
    ["EXPO_PUSH_URL", "exp.host", "a URL that starts with https:// or http://"],
    ["FCM_URL", "ftp://fcm.example.org", "a URL that starts with https:// or http://"],
    ["FCM_URL", "https://", "a URL that starts with https:// or http://"],
    ["FCM_SERVICE_ACCOUNT", "./no-such-file.json", "ENOENT"],
    ["FCM_SERVICE_ACCOUNT", "{broken", "not JSON"],
    ["VAPID_SUBJECT", "ada@example.org", "mailto: or https:"],
    ["VAPID_SUBJECT", "http://example.org", "mailto: or https:"],
    ["VAPID_SUBJECT", "https://[", "mailto: or https:"],
    ["VAPID_SUBJECT", "mailto:ada@localhost", "a domain with a dot"],
    ["VAPID_SUBJECT", "mailto:ada@alerts.localhost", "a domain with a dot"],
    ["VAPID_SUBJECT", "https://localhost:8080/contact", "a domain with a dot"],
    ["VAPID_SUBJECT", "https://192.0.2.7/contact", "a domain with a dot"],
    ["VAPID_SUBJECT", "https://intranet", "a domain with a dot"],
    ["WEB_PUSH_HOSTS", "push.example.org, *", "hosts like push.example.org"],
    ["WEB_PUSH_HOSTS", "https://push.example.org", "hosts like push.example.org"],
    ["WEB_PUSH_HOSTS", ",", "hosts like push.example.org"],
    ["HOSTS", "0", "auto, or a whole number from 1 to 999"],
    ["HOSTS", "all", 'auto, or a whole number from 1 to 999, not "all"'],
    ["HOSTS", "1000", "auto, or a whole number from 1 to 999"],
    ["PORT", "65536", "a whole number from 0 to 65535"],
    ["PORT", "-1", "a whole number from 0 to 65535"],
    ["PORT", "4000.5", "a whole number from 0 to 65535"],
    ["PORT", "http", "a whole number from 0 to 65535"],
    ["TOKEN_LIFETIME", "0", "a whole number from 1 to 31536000"],
    ["TOKEN_LIFETIME", "2d", "a whole number from 1 to 31536000"],
    ["ACCESS_TOKEN_LIFETIME", "0", "a whole number from 1 to 86400"],
    ["REFRESH_TOKEN_LIFETIME", "59", "a whole number from 60 to 315360000"],
    ["REQUIRE_CURRENT_PASSWORD", "yes", "true or false"],
    ["JWT_PRIVATE_KEY_PREVIOUS", "./no-such-file.pem", "ENOENT"],
    ["MAX_CONNECTIONS", "0", "a whole number from 1 to 1000000"],
    ["REPORT_RATE", "0", "a whole number from 1 to 1000000000"],
    ["REPORT_BURST", "0", "a whole number from 1 to 1000000000"],
    ["REQUEST_RATE", "0", "a whole number from 1 to 1000000000"],
    ["REQUEST_BURST", "0", "a whole number from 1 to 1000000000"],
    ["ANONYMOUS_RATE", "0", "a whole number from 1 to 1000000000"],
    ["ANONYMOUS_BURST", "0", "a whole number from 1 to 1000000000"],
    ["DOCUMENT_LENGTH", "0", "a whole number from 1 to 1000000000"],
    ["POOL_SIZE", "0", "a whole number from 1 to 1000"],
    ["POOL_SIZE", "1001", "a whole number from 1 to 1000"],
    ["POOL_SIZE", "0x10", "a whole number from 1 to 1000"],
    ["POOL_SIZE", "1e2", "a whole number from 1 to 1000"],
    ["LOCK_TIMEOUT", "3601", "a whole number from 1 to 3600"],
    ["LOCK_TIMEOUT", "0", "a whole number from 1 to 3600"],
    ["TRUST_PROXY", "everyone", "true, false, a number of proxies, or their addresses"],
    ["TRUST_PROXY", "101", "a whole number from 0 to 100"],
    ["NODE_ENV", "prod", 'production, development, or test, not "prod"'],
    ["NODE_ENV", "Production", "production, development, or test"],
    ["ALLOWED_ORIGINS", "console.example.org", "origins as browsers send them"],
    ["ALLOWED_ORIGINS", "https://a.example.org b.example.org", 'not "b.example.org"'],
    ["ALLOWED_ORIGINS", "https://a.example.org/", "origins as browsers send them"],
    ["ALLOWED_ORIGINS", "https://a.example.org:443", "origins as browsers send them"],
    ["ALLOWED_ORIGINS", "http://a.example.org:80", "origins as browsers send them"],
    ["ALLOWED_ORIGINS", "https://A.example.org", "origins as browsers send them"],
    ["ALLOWED_ORIGINS", "https://*.example.org/", "origins as browsers send them"],
    ["ALLOWED_ORIGINS", "capacitor://localhost/", "origins as browsers send them"],
    ["ALLOWED_ORIGINS", "*, https://a.example.org", "* for all, or origins"],
    ["ALLOWED_ORIGINS", ",", "origins as browsers send them"],
    ["PUBLICATION_POOL_SIZE", "1", "a whole number from 2 to 1000"],
    ["JOBS_POOL_SIZE", "31", "a whole number from 32 to 1000"],
    ["DRAIN_SECONDS", "-1", "a whole number from 0 to 3600"],
    ["JOBS", "yes", "true or false"],
    ["LOG_LEVEL", "all", "error, warn, info, or debug"],
    ["METRICS_PORT", "65536", "whole number from 0 to 65535"],
    ["DATABASE_URL", "mysql://localhost/las", "postgres://"],
    ["DATABASE_URL", "postgres://me:pass#word@localhost/las", "%23"],
    ["HOST_DATABASE_URL", "localhost", "postgres://"],
  ])("%s=%s", (name, value, takes) => {
    const read = () => readConfig({ ...NATIVE, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} must `));
    expect(read).toThrow(takes);
  });

  test.each([
    ["VAPID_PRIVATE_KEY", { VAPID_PUBLIC_KEY: VAPID.publicKey }],
    ["VAPID_PUBLIC_KEY", { VAPID_PRIVATE_KEY: VAPID.privateKey }],
  ])("%s, which is missing beside the other key", (name, env) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name} must be set`));
  });

  test.each([
    ["VAPID_PRIVATE_KEY", "short", "32 bytes"],
    ["VAPID_PRIVATE_KEY", `${VAPID.privateKey}=`, "43 characters"],
    ["VAPID_PRIVATE_KEY", "A".repeat(43), "a private key of P-256"],
    ["VAPID_PUBLIC_KEY", VAPID.privateKey, "65 bytes"],
    ["VAPID_PUBLIC_KEY", webPush.generateVAPIDKeys().publicKey, "belongs to the private key"],
  ])("a wrong VAPID key: %s, and does not quote it", (name, value, takes) => {
    const env = { VAPID_PUBLIC_KEY: VAPID.publicKey, VAPID_PRIVATE_KEY: VAPID.privateKey };
    const read = () => readConfig({ ...env, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} must be [^"]*${takes}`));
    expect(read).not.toThrow(value);
  });

  test("JWT_SECRET, which DATABASE_URL requires", () => {
    const read = () => readConfig({ DATABASE_URL: NATIVE.DATABASE_URL });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^JWT_SECRET must be set/);
  });

  test("JWT_PRIVATE_KEY, which must be on P-256, and does not quote it", () => {
    const key = generateKeyPairSync("ec", { namedCurve: "P-384" })
      .privateKey.export({ type: "pkcs8", format: "pem" })
      .toString();
    for (const JWT_PRIVATE_KEY of [key, PRIVATE_KEY, "-----BEGIN nothing", "hidden"]) {
      const read = () => readConfig({ ...NATIVE, JWT_PRIVATE_KEY });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(/^JWT_PRIVATE_KEY must be a private key on the curve P-256/);
      expect(read).not.toThrow(/BEGIN|hidden/);
    }
    const { sessions } = readConfig({
      DATABASE_URL: NATIVE.DATABASE_URL,
      JWT_PRIVATE_KEY: KEYS[0].pem,
    });
    expect(sessions.privateKey?.kid).toBe(KEYS[0].kid);
  });

  test("a connection string, and does not quote its password", () => {
    expect(() => readConfig({ ...NATIVE, DATABASE_URL: "mysql://me:hidden@db/las" })).not.toThrow(
      /hidden/,
    );
  });
});
