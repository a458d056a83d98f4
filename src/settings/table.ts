import { LEVELS } from "../ops/log.ts";
import { CATEGORIES, capKey, capSender, timeZone } from "./cap-settings.ts";
import { logo } from "./logo.ts";
import { mapFile, mapUrl } from "./map.ts";
import { oidcProviders } from "./oidc-providers.ts";
import { allowedHosts, contact, KNOWN_HOSTS, serviceAccount } from "./push-settings.ts";
import {
  boolean,
  checkpoints,
  ed25519Key,
  email,
  hostCount,
  httpUrl,
  integer,
  key,
  optional,
  origins,
  postgresUrl,
  type Setting,
  seconds,
  secret,
  setting,
  smtpUrl,
  type TrustProxy,
  text,
  trustedProxies,
  webhookSecret,
  word,
} from "./setting.ts";
import { privateKey } from "./token-keys.ts";

/** Settings in groups, as `Config` has them. */
export interface Table {
  readonly [key: string]: Setting<unknown> | Table;
}

const DAY = 86_400;
/** The largest limit. */
const BILLION = 1_000_000_000;

/**
 * The fewest connections for jobs: each lane listens on one, each job of upkeep, retention and publication may hold one
 * for long, heartbeats take one, and four are enough for the short statements of all others. With fewer, long
 * publications would stop heartbeats, and other hosts would run their jobs again.
 */
export const MIN_CONNECTIONS_WITH_JOBS = 32;

const tokenKey = key("a private key on the curve P-256", privateKey);

/** The settings, in the order of their table in docs/settings.md, which `npm run export` writes. */
export const SETTINGS = {
  port: integer("PORT", 4000, 0, 65535).means("the port to serve on; 0 takes any free one"),
  hosts: setting<number | "auto">("HOSTS", hostCount, 1, "1 (1 to 999, or `auto`)").means(
    "how many hosts serve on the port, each as a process; `auto` is one for each core: see [All cores](operations.md#all-cores)",
  ),
  databaseUrl: optional("DATABASE_URL", postgresUrl, "the embedded database").means(
    "the connection of the owner, who migrates and runs jobs",
  ),
  hostDatabaseUrl: optional(
    "HOST_DATABASE_URL",
    postgresUrl,
    "`DATABASE_URL`, as the role `app_host`",
  ).means("the connection for requests: a login that is a member of `app_host` only"),
  dataDir: setting("DATA_DIR", text, "./data", "`./data`").means(
    "the directory of the embedded database and its secrets",
  ),
  jwtSecret: secret(
    "JWT_SECRET",
    "made and kept in `DATA_DIR` with the embedded database; else required",
  ).means("signs tokens; the same on every host, 32 random characters or more"),
  tokenLifetimeSeconds: integer("TOKEN_LIFETIME", 2 * DAY, 1, 365 * DAY).means(
    "how many seconds a token of `login` and its session are valid",
  ),
  sessions: {
    previousSecret: secret("JWT_SECRET_PREVIOUS").means(
      "a second secret whose tokens are valid: see [Sessions and keys](operations.md#sessions-and-keys)",
    ),
    privateKey: optional("JWT_PRIVATE_KEY", tokenKey).means(
      "a private key on the curve P-256, as PEM or its file: signs tokens with ES256 instead of `JWT_SECRET`",
    ),
    previousPrivateKey: optional("JWT_PRIVATE_KEY_PREVIOUS", tokenKey).means(
      "a second private key whose tokens are valid",
    ),
    accessTokenLifetimeSeconds: integer("ACCESS_TOKEN_LIFETIME", 900, 1, DAY).means(
      "how many seconds an access token of `sessionBegin` and `sessionRefresh` is valid",
    ),
    refreshTokenLifetimeSeconds: integer("REFRESH_TOKEN_LIFETIME", 90 * DAY, 60, 3650 * DAY).means(
      "after how many seconds without a refresh such a session ends",
    ),
    requiresCurrentPassword: boolean("REQUIRE_CURRENT_PASSWORD", false).means(
      "`true` demands `currentPassword` of whoever changes an email or a password or erases a user, so that a stolen token cannot take the account over. Existing clients do not send it.",
    ),
  },
  oidcProviders: setting("OIDC_PROVIDERS", oidcProviders, [], "none").means(
    "the [OpenID providers](operations.md#single-sign-on) where people log in: JSON, or its file",
  ),
  audit: {
    privateKey: optional(
      "AUDIT_PRIVATE_KEY",
      ed25519Key,
      "made and kept in `DATA_DIR` with the embedded database; else none",
    ).means(
      "a private key of Ed25519, as PEM or its file: signs [checkpoints of the audit log](audit.md#checkpoints)",
    ),
    checkpoints: setting("AUDIT_CHECKPOINTS", checkpoints, ["log"], "`log`").means(
      "where these checkpoints go: `log`, absolute paths of files, URLs, separated by commas",
    ),
  },
  erasures: optional("ERASURES_FILE", text, "`erasures` in `DATA_DIR`").means(
    "the [list of erasures](operations.md#erase-a-person), which must outlive the database: a path on storage of its own that all hosts share",
  ),
  adminEmail: optional("ADMIN_EMAIL", text, "`admin@example.org`").means(
    "the first administrator's email",
  ),
  adminPassword: secret("ADMIN_PASSWORD", "made up and printed once").means(
    "the first administrator's password, [8 characters or more](#limits)",
  ),
  allowedOrigins: setting<"*" | string[]>("ALLOWED_ORIGINS", origins, "*", "`*`").means(
    "the browser origins that may call, separated by commas: `https://www.example.org`. The service's own pages always may, if a proxy passes on `Host`",
  ),
  trustProxy: setting<TrustProxy>("TRUST_PROXY", trustedProxies, false, "`false`").means(
    "the proxies in front of the service, in [Express's words](https://expressjs.com/en/guide/behind-proxies.html): how many, or their addresses, separated by commas",
  ),
  poolSize: integer("POOL_SIZE", 10, 1, 1000).means(
    "database connections for requests, which `HOSTS` share",
  ),
  pools: {
    // Two publications, two statements that read for subscribers, and three that find what is new.
    publication: integer("PUBLICATION_POOL_SIZE", 7, 2, 1000).means(
      "database connections for publication and subscriptions, which `HOSTS` share",
    ),
    // Two more than the fewest, for queries besides jobs, such as metrics.
    jobs: integer(
      "JOBS_POOL_SIZE",
      MIN_CONNECTIONS_WITH_JOBS + 2,
      MIN_CONNECTIONS_WITH_JOBS,
      1000,
    ).means(
      "database connections for jobs. Earlier versions accepted 12: if you have set fewer than 32, remove the variable.",
    ),
  },
  drainMs: seconds("DRAIN_SECONDS", 0, 0).means(
    "how long a host that stops still takes requests while `/readyz` says 503: see [Health](operations.md#health)",
  ),
  runsJobs: boolean("JOBS", true).means("`false` leaves the jobs to other hosts and workers"),
  usesFastPath: boolean("FAST_PATH", true).means(
    "`false` sends every request through Grafast: the same answers for about [twice the CPU](fast-path.md) of the hot operations",
  ),
  observation: {
    logLevel: word("LOG_LEVEL", LEVELS, "info").means(
      "the events in the [log](operations.md#logs-and-metrics): `error`, `warn`, `info` or `debug`, each with those before it",
    ),
    metricsPort: integer("METRICS_PORT", undefined, 0, 65535).means(
      "the port of [`/metrics`](operations.md#logs-and-metrics), for Prometheus; 0 takes any free one",
    ),
  },
  environment: word("NODE_ENV", ["production", "development", "test"], "development").means(
    "`production` serves no GraphQL editor, and its schema to users only; `test` is the third value",
  ),
  push: {
    expo: {
      accessToken: optional("EXPO_ACCESS_TOKEN", text, "Expo is off").means(
        "the access token of your Expo account",
      ),
      url: setting("EXPO_PUSH_URL", httpUrl, "https://exp.host", "Expo's").means(
        "another server, for tests",
      ),
    },
    fcm: {
      serviceAccount: optional("FCM_SERVICE_ACCOUNT", serviceAccount, "FCM is off").means(
        "a service account: its JSON file, or the JSON",
      ),
      url: setting("FCM_URL", httpUrl, "https://fcm.googleapis.com", "Google's").means(
        "another server, for tests",
      ),
    },
    webPush: {
      publicKey: optional(
        "VAPID_PUBLIC_KEY",
        text,
        "made and kept in `DATA_DIR` with the embedded database; else Web Push is off",
      ).means("a key of Web Push: `npx web-push generate-vapid-keys` makes both"),
      privateKey: optional("VAPID_PRIVATE_KEY", text, "as `VAPID_PUBLIC_KEY`").means(
        "the other key of Web Push",
      ),
      subject: optional("VAPID_SUBJECT", contact, "`mailto:` and `ADMIN_EMAIL`").means(
        "the address that a push service may contact: `mailto:` or `https:`, at a domain with a dot, because Apple takes no other",
      ),
      hosts: setting(
        "WEB_PUSH_HOSTS",
        allowedHosts,
        KNOWN_HOSTS,
        "the browser makers' hosts",
      ).means(
        "the only hosts that Web Push posts to, separated by commas, because subscriptions come from users",
      ),
    },
    ntfy: {
      url: optional("NTFY_URL", httpUrl, "ntfy is off").means(
        "a server of [ntfy](clients.md#ntfy-and-unifiedpush), whose limits must exempt this service",
      ),
      token: secret("NTFY_TOKEN").means("the access token of ntfy, if it asks for one"),
    },
    sms: {
      url: optional("SMS_URL", httpUrl, "SMS is off").means(
        "your [gateway of SMS](webhooks.md#sms)",
      ),
      secret: optional("SMS_SECRET", webhookSecret).means(
        "what requests to the gateway are signed with: `whsec_` and 24 to 64 random bytes in base64",
      ),
      isLevelOneOnly: boolean("SMS_LEVEL_ONE_ONLY", false).means(
        "`true` sends an SMS only for level ONE, and to those who got one when the alert changes or ends",
      ),
    },
  },
  mail: {
    server: optional("MAIL_URL", smtpUrl, "mail is off").means(
      "the [mail server](operations.md#mail): `smtps://user:password@mail.example.org`",
    ),
    from: optional("MAIL_FROM", email).means("the address that mails come from"),
  },
  alertMail: {
    isOn: boolean("ALERT_MAIL", false).means(
      "`true` sends [alerts by email](operations.md#mail) to people who choose it, and to those who have no device",
    ),
    connections: integer("MAIL_CONNECTIONS", 5, 1, 100).means(
      "connections of a host to the mail server for alerts",
    ),
    perSecond: integer("ALERT_MAIL_PER_SECOND", undefined, 1, 10_000).means(
      "mails with alerts that a host sends a second; without it, as many as the server takes",
    ),
  },
  publicUrl: optional("PUBLIC_URL", httpUrl).means(
    "the address of the service for people, in the links and codes of invitations, passwords and mails: `https://alerts.example.org`",
  ),
  organisation: {
    name: optional("ORGANISATION_NAME", text).means(
      "who warns: the pages, posters and reports name it. With `NODE_ENV=production`, nobody joins without this, its contact and its privacy notice",
    ),
    logo: optional("ORGANISATION_LOGO", logo).means(
      "its mark, which pages, posters and reports show: a PNG or SVG file of at most 200 kB",
    ),
    contact: optional("ORGANISATION_CONTACT", text).means(
      "how people reach it: a phone number, an email or an address",
    ),
    privacyUrl: optional("PRIVACY_URL", httpUrl).means("the address of its privacy notice"),
  },
  cap: {
    sender: optional("CAP_SENDER", capSender, "CAP is off").means(
      "the sender of [CAP messages](cap.md), such as an email address: no blanks, commas, `<` and `&`",
    ),
    category: word("CAP_CATEGORY", CATEGORIES, "Safety").means(
      "their category, if an alert names none",
    ),
    signingKey: optional("CAP_SIGNING_KEY", capKey).means(
      "signs them: a private key of RSA or of an elliptic curve, as PEM or its file",
    ),
    timeZone: setting(
      "CAP_TIME_ZONE",
      timeZone,
      new Intl.DateTimeFormat().resolvedOptions().timeZone,
      "the host's",
    ).means("the time zone of their times: `Europe/Rome`"),
    hosts: setting("CAP_HOSTS", allowedHosts, [], "none").means(
      "private hosts that [sources of CAP messages](console.md#warnings-of-others) may be at, separated by commas; all others must be public",
    ),
  },
  webhooks: {
    hosts: setting("WEBHOOK_HOSTS", allowedHosts, [], "none").means(
      "private hosts that [webhooks](webhooks.md) may be at, separated by commas; all others must be public",
    ),
  },
  translate: {
    url: optional("TRANSLATE_URL", httpUrl, "no translation").means(
      "your [translation service](operations.md#translation), which fills drafts in other languages",
    ),
    command: optional("TRANSLATE_COMMAND", text, "no translation").means(
      "a program for the same, with its arguments, split at blanks",
    ),
  },
  map: {
    url: optional("MAP_URL", mapUrl, "the console's offline map").means(
      "raster tiles, `https://tiles.example.org/{z}/{x}/{y}.png`; or a MapLibre style for vector tiles, `https://tiles.example.org/style.json`, with all it needs on the same host.",
    ),
    file: optional("MAP_FILE", mapFile, "the console's offline map").means(
      "a [PMTiles](https://docs.protomaps.com/pmtiles/) file of version 3 with vector tiles in the schema of Protomaps, which each host serves to the console. [More](operations.md#a-map-with-streets)",
    ),
    attribution: setting("MAP_ATTRIBUTION", text, "", "").means(
      "the credit that the map's owner asks for",
    ),
  },
} satisfies Table;

const count = (name: string, fallback: number) => integer(name, fallback, 1, BILLION);

/** The settings of limits, in the order of their table in docs/settings.md. */
export const LIMITS = {
  timeoutsMs: {
    statement: seconds("STATEMENT_TIMEOUT", 30).means(
      "seconds that a statement of a request takes; then RATE_LIMITED",
    ),
    lock: seconds("LOCK_TIMEOUT", 5).means(
      "seconds that a statement of a request waits for a lock; then RATE_LIMITED",
    ),
    connection: seconds("CONNECTION_TIMEOUT", 10).means(
      "seconds that a request waits for one of the `POOL_SIZE` connections to the database; then status 503 and RATE_LIMITED",
    ),
    headers: seconds("HEADERS_TIMEOUT", 15).means(
      "seconds for the headers of a request; then status 408",
    ),
    request: seconds("REQUEST_TIMEOUT", 60).means(
      "seconds for a whole request with its body; then status 408",
    ),
    keepAlive: seconds("KEEP_ALIVE_TIMEOUT", 5).means(
      "seconds that an idle connection stays open; set it longer than that of a proxy before the host",
    ),
  },
  maxConnections: integer("MAX_CONNECTIONS", 20_000, 1, 1_000_000).means(
    "connections of clients at once, websockets among them, which `HOSTS` share; further ones are closed",
  ),
  limits: {
    document: {
      length: count("DOCUMENT_LENGTH", 20_000).means(
        "characters of the text of `query`; variables do not count",
      ),
      tokens: count("DOCUMENT_TOKENS", 4000).means(
        "tokens of a document: its names, numbers and signs",
      ),
      fields: count("DOCUMENT_FIELDS", 500).means(
        "fields that a document asks for, with fragments written out",
      ),
      objects: count("DOCUMENT_OBJECTS", 50).means(
        "fields with fields of their own, such as lists, with fragments written out",
      ),
      depth: count("DOCUMENT_DEPTH", 16).means(
        "levels of fields and of literals inside each other",
      ),
      aliases: count("DOCUMENT_ALIASES", 20).means("aliases of one field"),
      mutations: count("DOCUMENT_MUTATIONS", 20).means(
        "mutations of a document; one of them may be `login`",
      ),
      directives: count("DOCUMENT_DIRECTIVES", 100).means("directives of a document"),
      definitions: count("DOCUMENT_DEFINITIONS", 50).means(
        "operations and fragments of a document",
      ),
    },
    answer: {
      bytes: count("ANSWER_SIZE", 8_000_000).means(
        "bytes of an answer without its sounds; instead of a larger answer, the client gets an error that says to ask for less",
      ),
      adminBytes: count("ADMIN_ANSWER_SIZE", 32_000_000).means("the same for an administrator"),
      sounds: count("ANSWER_SOUNDS", 12_600_000).means(
        "bytes of the sounds of an answer (`audio1` to `audio3`), as MP3; beyond that, older alerts in the answer have empty lists, but still their `audioUrl1` to `audioUrl3`",
      ),
    },
  },
  /** What one user or one address may ask for: a number at once, and a number a second after that. */
  quotas: {
    reports: {
      burst: count("REPORT_BURST", 5000).means(
        "position reports of a user at once, single ones and batches together; a request counts as at least one report for each 1,000 bytes",
      ),
      perSecond: count("REPORT_RATE", 20).means("the same, a second after that"),
    },
    requests: {
      burst: count("REQUEST_BURST", 1000).means(
        "requests of a user at once. Each root field, alias and subscription costs 1; introspection 1 per 10,000 values of the schema; a new document 1 per 200 characters; a new plan 10 per field with fields of its own; a body or message over 64 kB 1 per 5,000 bytes; a translation 20 more. Exempt are publishing, updating and cancelling alerts, and an administrator's large bodies, new documents and plans",
      ),
      perSecond: count("REQUEST_RATE", 50).means("the same, a second after that"),
    },
    anonymous: {
      burst: count("ANONYMOUS_BURST", 1000).means(
        "root fields that an address asks for without a token at once, counted in the same way; position reports, logins and `sessionRefresh` do not count",
      ),
      perSecond: count("ANONYMOUS_RATE", 100).means("the same, a second after that"),
    },
  },
} satisfies Table;
