import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import webPush from "web-push";
import { ConfigError } from "../src/ops/config-error.ts";
import { type Config, readConfig } from "../src/settings/config.ts";
import { settingsOf } from "../src/settings/read-table.ts";
import { LIMITS, SETTINGS } from "../src/settings/table.ts";
import { newPrivateKey } from "./auth/new-private-key.ts";

const directory = mkdtempSync(join(tmpdir(), "las-settings-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** Writes a file, and returns its path. */
function file(content: string, name = "value"): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

const pemOf = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();
const ED25519 = pemOf(generateKeyPairSync("ed25519").privateKey);
const P256 = newPrivateKey();
const P384 = pemOf(generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey);
const RSA = pemOf(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey);
const VAPID = webPush.generateVAPIDKeys();
const VAPID_ENV = { VAPID_PUBLIC_KEY: VAPID.publicKey, VAPID_PRIVATE_KEY: VAPID.privateKey };
const ACCOUNT = { project_id: "las", client_email: "pusher@las.example.org", private_key: RSA };
const READ_ACCOUNT = {
  projectId: "las",
  clientEmail: "pusher@las.example.org",
  privateKey: RSA,
  tokenUri: "https://oauth2.googleapis.com/token",
};
const SERVER = { DATABASE_URL: "postgres://localhost/las", JWT_SECRET: "x".repeat(32) };
const SMS = { SMS_URL: "http://localhost", SMS_SECRET: `whsec_${"a".repeat(32)}` };
const CAP = { CAP_SENDER: "warnings@example.org" };
const MAIL = {
  MAIL_URL: "smtps://u%40b:p%2F@mail.example.org",
  MAIL_FROM: "a@b.example",
  PUBLIC_URL: "https://x.example",
};

const CITY = {
  name: "city",
  issuer: "https://id.city.example",
  clientId: "alerts",
  clientSecret: "very secret",
  groups: { officers: { authority: 1, role: "APPROVER" } },
};
const READ_CITY = {
  ...CITY,
  scopes: "openid email profile offline_access",
  groupsClaim: "groups",
  parameters: {},
};

/** What a variable promises. */
interface Promised {
  /** Its field of the configuration. */
  of: (config: Config) => unknown;
  /** The field if the variable is not set. */
  unset: unknown;
  /** Values of the variable, and the field then. */
  reads: readonly (readonly [value: string, field: unknown])[];
  /** Wrong values, and a part of what the error says that the variable must be. */
  refuses?: readonly (readonly [value: string, mustBe: string])[];
  /** Other variables that the values need. */
  beside?: NodeJS.ProcessEnv;
  /** True if an error never quotes the value. */
  isSecret?: boolean;
}

function whole(
  of: Promised["of"],
  unset: number | undefined,
  min: number,
  max: number,
  factor = 1,
): Promised {
  const mustBe = `a whole number from ${min} to ${max}`;
  return {
    of,
    unset: unset && factor * unset,
    reads: [min, max].map((value) => [`${value}`, factor * value]),
    refuses: [`${min - 1}`, `${max + 1}`, `${min}.5`, "0x10", "1e2", "2d"].map((v) => [v, mustBe]),
  };
}
const count = (of: Promised["of"], unset: number) => whole(of, unset, 1, 1_000_000_000);
const seconds = (of: Promised["of"], unset: number, min = 1) => whole(of, unset, min, 3600, 1000);
const boolean = (of: Promised["of"], unset: boolean): Promised => ({
  of,
  unset,
  reads: [
    ["true", true],
    [" false ", false],
  ],
  refuses: [["yes", 'true or false, not "yes"']],
});
const secret = (of: Promised["of"]): Promised => ({
  of,
  unset: undefined,
  reads: [[" kept as it is ", " kept as it is "]],
});
const text = (of: Promised["of"], unset?: string): Promised => ({
  of,
  unset,
  reads: [[" given ", "given"]],
});
const httpUrl = (of: Promised["of"], unset?: string): Promised => ({
  of,
  unset,
  reads: [["http://localhost:8001/push//", "http://localhost:8001/push"]],
  refuses: ["exp.host", "ftp://fcm.example.org", "https://"].map((value) => [
    value,
    "a URL that starts with https:// or http://",
  ]),
});
const postgresUrl = (of: Promised["of"]): Promised => ({
  of,
  unset: undefined,
  reads: ["postgresql://owner@db/las", "postgres://host@db/las"].map((url) => [url, url]),
  refuses: [
    ["mysql://me:hidden@localhost/las", "postgres://"],
    ["postgres://me:pass#word@localhost/las", "%23"],
    ["localhost", "postgres://"],
  ],
  beside: SERVER,
  isSecret: true,
});
const tokenKey = (of: Promised["of"]): Promised => ({
  of,
  unset: undefined,
  reads: [P256.pem, file(P256.pem, "p256.pem")].map((value) => [
    value,
    expect.objectContaining({ kid: P256.kid, algorithm: "ES256" }),
  ]),
  refuses: [P384, RSA, "-----BEGIN nothing", "./no-such-file.pem"].map((value) => [
    value,
    "a private key on the curve P-256",
  ]),
  isSecret: true,
});

const HOSTS: Pick<Promised, "reads" | "refuses"> = {
  reads: [
    [
      "Push.example.org, *.example.net localhost,",
      ["push.example.org", "*.example.net", "localhost"],
    ],
  ],
  refuses: ["push.example.org, *", "https://push.example.org", ","].map((value) => [
    value,
    "hosts like push.example.org",
  ]),
};

const PROMISES: Record<string, Promised> = {
  PORT: whole(({ port }) => port, 4000, 0, 65535),
  HOSTS: {
    of: ({ hosts }) => hosts,
    unset: 1,
    reads: [
      ["3", 3],
      ["auto", availableParallelism()],
    ],
    refuses: ["0", "all", "1000"].map((value) => [
      value,
      `auto, or a whole number from 1 to 999, not "${value}"`,
    ]),
    beside: SERVER,
  },
  DATABASE_URL: postgresUrl(({ databaseUrl }) => databaseUrl),
  HOST_DATABASE_URL: postgresUrl(({ hostDatabaseUrl }) => hostDatabaseUrl),
  DATA_DIR: text(({ dataDir }) => dataDir, "./data"),
  JWT_SECRET: secret(({ jwtSecret }) => jwtSecret),
  TOKEN_LIFETIME: whole(({ tokenLifetimeSeconds }) => tokenLifetimeSeconds, 172_800, 1, 31_536_000),
  JWT_SECRET_PREVIOUS: secret(({ sessions }) => sessions.previousSecret),
  JWT_PRIVATE_KEY: tokenKey(({ sessions }) => sessions.privateKey),
  JWT_PRIVATE_KEY_PREVIOUS: tokenKey(({ sessions }) => sessions.previousPrivateKey),
  ACCESS_TOKEN_LIFETIME: whole(
    ({ sessions }) => sessions.accessTokenLifetimeSeconds,
    900,
    1,
    86_400,
  ),
  REFRESH_TOKEN_LIFETIME: whole(
    ({ sessions }) => sessions.refreshTokenLifetimeSeconds,
    7_776_000,
    60,
    315_360_000,
  ),
  REQUIRE_CURRENT_PASSWORD: boolean(({ sessions }) => sessions.requiresCurrentPassword, false),
  AUDIT_PRIVATE_KEY: {
    of: ({ audit }) => audit.privateKey?.export({ type: "pkcs8", format: "pem" }),
    unset: undefined,
    reads: [ED25519, file(ED25519, "ed25519.pem")].map((value) => [value, ED25519]),
    refuses: [
      [P384, "it is of another type"],
      ["/missing", "a private key of Ed25519 as PEM, or its file: ENOENT"],
      ["-----BEGIN nothing", "it is not such a key"],
      [file("\n", "empty.pem"), "the file is empty"],
    ],
    isSecret: true,
  },
  AUDIT_CHECKPOINTS: {
    of: ({ audit }) => audit.checkpoints,
    unset: ["log"],
    reads: [
      [
        "log, /var/log/a https://b.example.org/c,http://localhost:1,",
        ["log", "/var/log/a", "https://b.example.org/c", "http://localhost:1"],
      ],
    ],
    refuses: ["logs", "./file", "https://", ","].map((value) => [value, "log, absolute paths"]),
  },
  ERASURES_FILE: text(({ erasures }) => erasures, "data/erasures"),
  ADMIN_EMAIL: text(({ adminEmail }) => adminEmail),
  ADMIN_PASSWORD: secret(({ adminPassword }) => adminPassword),
  ALLOWED_ORIGINS: {
    of: ({ allowedOrigins }) => allowedOrigins,
    unset: "*",
    reads: [
      ["*", "*"],
      [",https://a.example.org, https://[::1],", ["https://a.example.org", "https://[::1]"]],
      [
        "http://localhost:8080 capacitor://localhost com.example.app-2+beta://localhost",
        ["http://localhost:8080", "capacitor://localhost", "com.example.app-2+beta://localhost"],
      ],
    ],
    refuses: [
      ["*, https://a.example.org", "* for all, or origins"],
      ["https://a.example.org b.example.org", 'not "b.example.org"'],
      ...[
        "console.example.org",
        "https://a.example.org/",
        "https://a.example.org:443",
        "http://a.example.org:80",
        "https://A.example.org",
        "https://*.example.org/",
        "capacitor://localhost/",
        ",",
      ].map((value) => [value, "origins as browsers send them"] as const),
    ],
  },
  TRUST_PROXY: {
    of: ({ trustProxy }) => trustProxy,
    unset: false,
    reads: [
      ["true", true],
      ["false", false],
      ["0", 0],
      ["100", 100],
      ["loopback, 10.0.0.0/8,", ["loopback", "10.0.0.0/8"]],
    ],
    refuses: [
      ["everyone", "true, false, a number of proxies, or their addresses"],
      ["101", "a whole number from 0 to 100"],
    ],
  },
  POOL_SIZE: whole(({ poolSize }) => poolSize, 10, 1, 1000),
  PUBLICATION_POOL_SIZE: whole(({ pools }) => pools.publication, 7, 2, 1000),
  JOBS_POOL_SIZE: whole(({ pools }) => pools.jobs, 34, 32, 1000),
  DRAIN_SECONDS: seconds(({ drainMs }) => drainMs, 0, 0),
  JOBS: boolean(({ runsJobs }) => runsJobs, true),
  FAST_PATH: boolean(({ usesFastPath }) => usesFastPath, true),
  LOG_LEVEL: {
    of: ({ observation }) => observation.logLevel,
    unset: "info",
    reads: ["error", "warn", "info", "debug"].map((value) => [value, value]),
    refuses: [["all", 'error, warn, info, or debug, not "all"']],
  },
  METRICS_PORT: whole(({ observation }) => observation.metricsPort, undefined, 0, 65535),
  NODE_ENV: {
    of: ({ isProduction }) => isProduction,
    unset: false,
    reads: [
      ["production", true],
      ["development", false],
      ["test", false],
    ],
    refuses: ["prod", "Production"].map((value) => [
      value,
      `production, development, or test, not "${value}"`,
    ]),
  },
  OIDC_PROVIDERS: {
    of: ({ oidcProviders }) => oidcProviders,
    unset: [],
    reads: [
      [JSON.stringify([CITY]), [READ_CITY]],
      [
        file(JSON.stringify([{ ...CITY, scopes: "openid" }]), "providers.json"),
        [{ ...READ_CITY, scopes: "openid" }],
      ],
    ],
    refuses: [
      ["./no-such-file.json", "cannot be read"],
      ["[broken", "it is not JSON"],
      [file("{}", "no-list.json"), "it is no list"],
      [JSON.stringify([CITY, { ...CITY, issuer: "https://b.example" }]), "of another"],
      [JSON.stringify([CITY, { ...CITY, name: "b" }]), "of another"],
      ...(
        [
          ["name", "a city"],
          ["issuer", "http://id.city.example"],
          ["clientSecret", ""],
          ["groupsClaim", 7],
          ["groups", undefined],
          ["groups", { a: { authority: 1, role: "BOSS" } }],
          ["parameters", { prompt: 7 }],
          ["secret", "x"],
        ] as const
      ).map(
        ([key, value]) =>
          [JSON.stringify([{ ...CITY, [key]: value }]), `${key} of provider 1 is missing`] as const,
      ),
    ],
    isSecret: true,
    beside: { PUBLIC_URL: "https://x.example" },
  },
  EXPO_ACCESS_TOKEN: text(({ push }) => push.expo.accessToken),
  EXPO_PUSH_URL: httpUrl(({ push }) => push.expo.url, "https://exp.host"),
  FCM_SERVICE_ACCOUNT: {
    of: ({ push }) => push.fcm.serviceAccount,
    unset: undefined,
    reads: [JSON.stringify(ACCOUNT), file(JSON.stringify(ACCOUNT), "account.json")].map((value) => [
      value,
      READ_ACCOUNT,
    ]),
    refuses: [
      ["./no-such-file.json", "ENOENT"],
      ["{broken", "it is not JSON"],
      [JSON.stringify(ACCOUNT).slice(0, -1), "it is not JSON"],
      [file("null", "null.json"), "it has no project_id"],
      ...(
        [
          ["project_id", undefined, "it has no project_id"],
          ["client_email", "", "it has no client_email"],
          ["client_email", 7, "it has no client_email"],
          ["private_key", "broken", "its private_key is not a key"],
          ["token_uri", "token", "its token_uri is not a URL"],
        ] as const
      ).map(([key, value, why]) => [JSON.stringify({ ...ACCOUNT, [key]: value }), why] as const),
    ],
    isSecret: true,
  },
  FCM_URL: httpUrl(({ push }) => push.fcm.url, "https://fcm.googleapis.com"),
  VAPID_PUBLIC_KEY: {
    of: ({ push }) => push.webPush.keys?.publicKey,
    unset: undefined,
    reads: [[VAPID.publicKey, VAPID.publicKey]],
    refuses: [
      [VAPID.privateKey, "65 bytes"],
      [webPush.generateVAPIDKeys().publicKey, "the one that belongs to the private key"],
    ],
    beside: VAPID_ENV,
    isSecret: true,
  },
  VAPID_PRIVATE_KEY: {
    of: ({ push }) => push.webPush.keys?.privateKey,
    unset: undefined,
    reads: [[VAPID.privateKey, VAPID.privateKey]],
    refuses: [
      ["short", "32 bytes"],
      [`${VAPID.privateKey}=`, "43 characters"],
      ["A".repeat(43), "a private key of P-256"],
    ],
    beside: VAPID_ENV,
    isSecret: true,
  },
  VAPID_SUBJECT: {
    of: ({ push }) => push.webPush.subject,
    unset: "mailto:admin@example.org",
    reads: ["https://example.org/contact", "mailto:ada@example.org"].map((url) => [url, url]),
    refuses: [
      "ada@example.org",
      "http://example.org",
      "https://[",
      "mailto:ada@localhost",
      "mailto:ada@alerts.localhost",
      "https://localhost:8080/contact",
      "https://192.0.2.7/contact",
      "https://intranet",
    ].map((value) => [value, "a mailto: or https: address at a domain with a dot"]),
  },
  NTFY_URL: httpUrl(({ push }) => push.ntfy.url),
  NTFY_TOKEN: secret(({ push }) => push.ntfy.token),
  SMS_URL: { ...httpUrl(({ push }) => push.sms?.url), beside: SMS },
  SMS_SECRET: {
    of: ({ push }) => push.sms?.secret,
    unset: undefined,
    reads: [[SMS.SMS_SECRET, SMS.SMS_SECRET]],
    refuses: ["whsec_hidden", "hidden".repeat(6)].map((value) => [value, "whsec_"]),
    beside: SMS,
    isSecret: true,
  },
  SMS_LEVEL_ONE_ONLY: {
    ...boolean(({ push }) => push.sms?.isLevelOneOnly, false),
    unset: undefined,
    beside: SMS,
  },
  WEB_PUSH_HOSTS: {
    of: ({ push }) => push.webPush.hosts,
    unset: [
      "fcm.googleapis.com",
      "jmt17.google.com",
      "*.push.services.mozilla.com",
      "*.push.apple.com",
      "*.notify.windows.com",
    ],
    ...HOSTS,
  },
  CAP_HOSTS: { of: ({ cap }) => cap.hosts, unset: [], ...HOSTS },
  WEBHOOK_HOSTS: { of: ({ webhooks }) => webhooks.hosts, unset: [], ...HOSTS },
  TRANSLATE_URL: httpUrl(({ translate }) => translate.url),
  TRANSLATE_COMMAND: text(({ translate }) => translate.command),
  CAP_SENDER: {
    of: ({ capMessages }) => capMessages?.sender,
    unset: undefined,
    reads: [["warnings@example.org", "warnings@example.org"]],
    refuses: ["a b", "a,b", "a<b", "a&b"].map((value) => [value, "a name without blanks"]),
  },
  CAP_CATEGORY: {
    of: ({ capMessages }) => capMessages?.category,
    unset: undefined,
    reads: [["CBRNE", "CBRNE"]],
    refuses: [
      [
        "SAFETY",
        'Geo, Met, Safety, Security, Rescue, Fire, Health, Env, Transport, Infra, CBRNE, or Other, not "SAFETY"',
      ],
    ],
    beside: CAP,
  },
  CAP_SIGNING_KEY: {
    of: ({ capMessages }) => capMessages?.signingKey?.export({ type: "pkcs8", format: "pem" }),
    unset: undefined,
    reads: [[P384, P384]],
    refuses: [[ED25519, "it is of another type"]],
    beside: CAP,
    isSecret: true,
  },
  CAP_TIME_ZONE: {
    of: ({ capMessages }) => capMessages?.timeZone,
    unset: undefined,
    reads: [["Asia/Kathmandu", "Asia/Katmandu"]],
    refuses: [["Rome", "the name of a time zone"]],
    beside: CAP,
  },
  MAIL_URL: {
    of: ({ mail }) => mail?.server,
    unset: undefined,
    reads: [
      [
        "smtps://u%40b:p%2F@mail.example.org",
        { host: "mail.example.org", port: 465, isTls: true, user: "u@b", password: "p/" },
      ],
      ["smtp://[::1]", { host: "::1", port: 587, isTls: false, user: "", password: "" }],
      [
        "smtp://a.example:25",
        { host: "a.example", port: 25, isTls: false, user: "", password: "" },
      ],
    ],
    refuses: [
      "http://mail.example.org",
      "smtp://",
      "smtp:mail.example.org",
      "x:secret@",
      "smtps://u:100%@mail.example.org",
      "smtps://100%:p@mail.example.org",
    ].map((value) => [value, "%23, %2F and %25."]),
    beside: MAIL,
    isSecret: true,
  },
  MAIL_FROM: {
    of: ({ mail }) => mail?.from,
    unset: undefined,
    reads: [["a@b.example", "a@b.example"]],
    refuses: ["nobody", "Town <a@b.example>", "a@b.example,c@d.example", "a@b.example>"].map(
      (value) => [value, "an email address"],
    ),
    beside: MAIL,
  },
  ALERT_MAIL: { ...boolean(({ push }) => push.email !== undefined, false), beside: MAIL },
  MAIL_CONNECTIONS: whole(({ alertMail }) => alertMail.connections, 5, 1, 100),
  ALERT_MAIL_PER_SECOND: whole(({ alertMail }) => alertMail.perSecond, undefined, 1, 10_000),
  PUBLIC_URL: {
    of: ({ publicUrl }) => publicUrl,
    unset: undefined,
    reads: [["https://x.example/", "https://x.example"]],
    refuses: [["x.example", "a URL that starts with https:// or http://"]],
  },
  ORGANISATION_NAME: {
    of: ({ organisation }) => organisation.name,
    unset: undefined,
    reads: [["Comune di Modena", "Comune di Modena"]],
    refuses: [],
  },
  ORGANISATION_LOGO: {
    of: ({ organisation }) => organisation.logo?.type,
    unset: undefined,
    reads: [
      ["console/src/icon.svg", "image/svg+xml"],
      ["console/src/public/icons/icon-192.png", "image/png"],
    ],
    refuses: [
      ["./no-such-mark.svg", "a PNG or SVG file that can be read (ENOENT)"],
      ["package.json", "a PNG or SVG file of at most 200 kB"],
    ],
  },
  ORGANISATION_CONTACT: {
    of: ({ organisation }) => organisation.contact,
    unset: undefined,
    reads: [["+39 059 20311", "+39 059 20311"]],
    refuses: [],
  },
  PRIVACY_URL: {
    of: ({ organisation }) => organisation.privacyUrl,
    unset: undefined,
    reads: [["https://x.example/privacy/", "https://x.example/privacy"]],
    refuses: [["x.example", "a URL that starts with https:// or http://"]],
  },
  MAP_URL: {
    of: ({ map }) => map && [map.kind, map.url],
    unset: undefined,
    reads: [
      ["https://maps.example.org/style.json", ["style", "https://maps.example.org/style.json"]],
      [
        "http://localhost:8080/{z}/{x}/{y}.png",
        ["raster", "http://localhost:8080/{z}/{x}/{y}.png"],
      ],
    ],
    refuses: [
      "tiles",
      "ftp://example.org/{z}/{x}/{y}.png",
      "https://example.org/{z}.png",
      "https://example.org/{z}/{y}.png",
      "https://example.org/{z",
      "https://example.org/z}",
    ].map((value) => [value, "an https:// address"]),
  },
  // test/http/map-file.test.ts has the files that it takes.
  MAP_FILE: {
    of: ({ map }) => map?.file,
    unset: undefined,
    reads: [],
    refuses: [["./no-such-map", "a PMTiles file that can be read (ENOENT)"]],
  },
  MAP_ATTRIBUTION: {
    of: ({ map }) => map?.attribution,
    unset: undefined,
    reads: [["Us", "Us"]],
    beside: { MAP_URL: "https://maps.example.org/style.json" },
  },
  STATEMENT_TIMEOUT: seconds(({ timeoutsMs }) => timeoutsMs.statement, 30),
  LOCK_TIMEOUT: seconds(({ timeoutsMs }) => timeoutsMs.lock, 5),
  CONNECTION_TIMEOUT: seconds(({ timeoutsMs }) => timeoutsMs.connection, 10),
  HEADERS_TIMEOUT: seconds(({ timeoutsMs }) => timeoutsMs.headers, 15),
  REQUEST_TIMEOUT: seconds(({ timeoutsMs }) => timeoutsMs.request, 60),
  KEEP_ALIVE_TIMEOUT: seconds(({ timeoutsMs }) => timeoutsMs.keepAlive, 5),
  MAX_CONNECTIONS: whole(({ maxConnections }) => maxConnections, 20_000, 1, 1_000_000),
  DOCUMENT_LENGTH: count(({ limits }) => limits.document.length, 20_000),
  DOCUMENT_TOKENS: count(({ limits }) => limits.document.tokens, 4000),
  DOCUMENT_FIELDS: count(({ limits }) => limits.document.fields, 500),
  DOCUMENT_OBJECTS: count(({ limits }) => limits.document.objects, 50),
  DOCUMENT_DEPTH: count(({ limits }) => limits.document.depth, 16),
  DOCUMENT_ALIASES: count(({ limits }) => limits.document.aliases, 20),
  DOCUMENT_MUTATIONS: count(({ limits }) => limits.document.mutations, 20),
  DOCUMENT_DIRECTIVES: count(({ limits }) => limits.document.directives, 100),
  DOCUMENT_DEFINITIONS: count(({ limits }) => limits.document.definitions, 50),
  ANSWER_SIZE: count(({ limits }) => limits.answer.bytes, 8_000_000),
  ADMIN_ANSWER_SIZE: count(({ limits }) => limits.answer.adminBytes, 32_000_000),
  ANSWER_SOUNDS: count(({ limits }) => limits.answer.sounds, 12_600_000),
  REPORT_BURST: count(({ quotas }) => quotas.reports.burst, 5000),
  REPORT_RATE: count(({ quotas }) => quotas.reports.perSecond, 20),
  REQUEST_BURST: count(({ quotas }) => quotas.requests.burst, 1000),
  REQUEST_RATE: count(({ quotas }) => quotas.requests.perSecond, 50),
  ANONYMOUS_BURST: count(({ quotas }) => quotas.anonymous.burst, 1000),
  ANONYMOUS_RATE: count(({ quotas }) => quotas.anonymous.perSecond, 100),
};

test("each setting has its promises here", () => {
  const settings = [...settingsOf(SETTINGS), ...settingsOf(LIMITS)];
  expect(settings.map(({ name }) => name).sort()).toEqual(Object.keys(PROMISES).sort());
});

test.each(Object.entries(PROMISES))("%s is read, and has its default", (name, promised) => {
  const { of, unset, reads, beside } = promised;
  expect(of(readConfig({}))).toEqual(unset);
  expect(of(readConfig({ [name]: "" }))).toEqual(unset);
  for (const [value, field] of reads) {
    expect(of(readConfig({ ...beside, [name]: value }))).toEqual(field);
    const inFile = { [name]: undefined, [`${name}_FILE`]: ` ${file(`${value}\n`)} ` };
    expect(of(readConfig({ ...beside, ...inFile }))).toEqual(field);
  }
});

test.each(
  Object.entries(PROMISES).flatMap(([name, { refuses = [], beside, isSecret = false }]) =>
    refuses.map(([value, mustBe]) => ({ name, value, mustBe, beside, isSecret })),
  ),
)("$name=$value is refused, and the error says what it must be", (wrong) => {
  const { name, value, mustBe, beside, isSecret } = wrong;
  const read = () => readConfig({ ...beside, [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} must be `));
  expect(read).toThrow(mustBe);
  if (isSecret) expect(read).not.toThrow(/"|BEGIN|hidden|pusher@/);
});

describe("settings that depend on others", () => {
  test("an embedded database has one host", () => {
    expect(readConfig({ HOSTS: "auto" }).hosts).toBe(1);
    expect(() => readConfig({ HOSTS: "2" })).toThrow(/^HOSTS must be 1 with the embedded database/);
  });

  test("the list of erasures is in DATA_DIR by default", () => {
    expect(readConfig({ DATA_DIR: "/var/lib/las" }).erasures).toBe("/var/lib/las/erasures");
  });

  test("DATABASE_URL requires JWT_SECRET or JWT_PRIVATE_KEY", () => {
    const { DATABASE_URL } = SERVER;
    expect(() => readConfig({ DATABASE_URL })).toThrow(
      /^JWT_SECRET must be set if DATABASE_URL is/,
    );
    const { sessions } = readConfig({ DATABASE_URL, JWT_PRIVATE_KEY: P256.pem });
    expect(sessions.privateKey?.kid).toBe(P256.kid);
  });

  test.each(Object.keys(VAPID_ENV))("%s is required beside the other key", (name) => {
    expect(() => readConfig({ ...VAPID_ENV, [name]: "" })).toThrow(
      `${name} must be set if the other VAPID key is.`,
    );
  });

  test("providers of logins require PUBLIC_URL, and tokens of fifteen minutes at most", () => {
    const OIDC_PROVIDERS = JSON.stringify([CITY]);
    expect(() => readConfig({ OIDC_PROVIDERS })).toThrow(/^PUBLIC_URL must be set/);
    const { PUBLIC_URL } = MAIL;
    expect(() => readConfig({ OIDC_PROVIDERS, PUBLIC_URL, ACCESS_TOKEN_LIFETIME: "901" })).toThrow(
      /^ACCESS_TOKEN_LIFETIME must be 900 at most/,
    );
  });

  test("mail is off without MAIL_URL, and requires the other two with it", () => {
    expect(readConfig({ MAIL_FROM: "a@b.example" }).mail).toBeUndefined();
    expect(() => readConfig({ ALERT_MAIL: "true" })).toThrow(/^MAIL_URL must be set/);
    expect(() => readConfig({ ...SMS, SMS_SECRET: "" })).toThrow(/^SMS_SECRET must be set/);
    const TRANSLATE_URL = "http://localhost";
    expect(() => readConfig({ TRANSLATE_URL, TRANSLATE_COMMAND: "a" })).toThrow(
      /^TRANSLATE_COMMAND must not be set/,
    );
    for (const name of ["MAIL_FROM", "PUBLIC_URL"]) {
      expect(() => readConfig({ ...MAIL, [name]: "" })).toThrow(
        `${name} must be set if MAIL_URL is.`,
      );
    }
  });

  test("the contact of push services is the first administrator, if Apple takes the address", () => {
    const subject = (env: NodeJS.ProcessEnv) => readConfig(env).push.webPush.subject;
    expect(subject({ ADMIN_EMAIL: "ada@example.org" })).toBe("mailto:ada@example.org");
    expect(subject({ ADMIN_EMAIL: "admin@localhost" })).toBe("mailto:admin@example.org");
    expect(() => subject({ ADMIN_EMAIL: "admin@localhost", ...VAPID_ENV })).toThrow(
      /^VAPID_SUBJECT must be/,
    );
  });
});

describe("a file", () => {
  test("keeps the spaces of a secret, without the last line break", () => {
    for (const end of ["", "\n", "\r\n"]) {
      const ADMIN_PASSWORD_FILE = file(` kept as it is ${end}`);
      expect(readConfig({ ADMIN_PASSWORD_FILE }).adminPassword).toBe(" kept as it is ");
    }
  });

  test("that is empty, or an empty name, sets nothing", () => {
    for (const name of ["EXPO_ACCESS_TOKEN", "ADMIN_PASSWORD"]) {
      expect(readConfig({ [`${name}_FILE`]: file("\n") })).toEqual(readConfig({}));
      expect(readConfig({ [`${name}_FILE`]: "", [name]: "" })).toEqual(readConfig({}));
    }
    expect(readConfig({ EXPO_ACCESS_TOKEN: " ", ADMIN_EMAIL: " " })).toEqual(readConfig({}));
  });

  test("that cannot be read is refused", () => {
    expect(() => readConfig({ JWT_SECRET_FILE: "./no-such-file" })).toThrow(
      new ConfigError(
        'JWT_SECRET_FILE must be a file that can be read (ENOENT), not "./no-such-file".',
      ),
    );
  });

  test("and a value of the same variable are refused, and not quoted", () => {
    const ADMIN_PASSWORD_FILE = file("one password");
    expect(() => readConfig({ ADMIN_PASSWORD_FILE, ADMIN_PASSWORD: "another password" })).toThrow(
      new ConfigError("ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set: unset one."),
    );
    for (const ADMIN_PASSWORD of ["", " "]) {
      const { adminPassword } = readConfig({ ADMIN_PASSWORD_FILE, ADMIN_PASSWORD });
      expect(adminPassword).toBe("one password");
    }
  });
});

describe("an unknown variable", () => {
  test.each(["JWT_SECERT", "JWT_SECRETS", "ADMIN_PASSWD", "ALLOWED_ORIGIN", "VAPID_KEY_FILE"])(
    "%s, which begins like a setting, is refused",
    (name) => {
      const read = () => readConfig({ [name]: "a value" });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(new RegExp(`^${name} is not a setting`));
    },
  );

  test("is refused with the names of the settings that begin alike", () => {
    expect(() => readConfig({ MAP_FILES: "a value" })).toThrow(
      "These begin with MAP_: MAP_URL, MAP_FILE, MAP_ATTRIBUTION. Rename it, or unset it.",
    );
  });

  // Shells, systemd, npm, PostgreSQL, Docker, Kubernetes, platforms and CI set them.
  const OTHERS =
    `HOST HOSTNAME HOSTTYPE MAIL MAINPID STATE_DIRECTORY LOGS_DIRECTORY NODE_VERSION NODE_OPTIONS NODE_NAME
    npm_config_loglevel JEST_WORKER_ID PGHOST POSTGRES_USER POSTGRES_PASSWORD_FILE TEST_DATABASE_URL BENCH_DATABASE_URL
    SHADOW_DATABASE_URL DATABASE_NAME DATABASE_PORT_5432_TCP DATABASE_SERVICE_HOST DATABASE_PUBLIC_URL
    DATABASE_URL_UNPOOLED ALERTS_SERVICE_HOST ALERTS_PORT_4000_TCP_ADDR SERVICE_ACCOUNT JOB_COMPLETION_INDEX JOB_NAME
    PORT0 PUBLIC_DOMAIN APP_URL API_URL LOG_FORMAT GOOGLE_APPLICATION_CREDENTIALS DATABSE_URL MAP_SERVICE_HOST
    MAP_SERVICE_PORT_HTTP MAP_PORT MAP_PORT_80_TCP_ADDR`.split(/\s+/);
  test.each(OTHERS)("%s, which may belong to another program, is ignored", (name) => {
    expect(readConfig({ [name]: "a value" })).toEqual(readConfig({}));
  });

  test("is not in the environment of this process", () => {
    expect(() => readConfig(process.env)).not.toThrow(/not a setting/);
  });
});
