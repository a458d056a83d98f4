import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ConfigError } from "../ops/config-error.ts";
import { shownMap } from "./map.ts";
import { contactOf, keyPair } from "./push-settings.ts";
import { readTable, refuseMisspelled, settingsOf } from "./read-table.ts";
import type { MailServer } from "./setting.ts";
import { LIMITS, SETTINGS } from "./table.ts";

/** How mails are sent. */
export interface MailConfig {
  server: MailServer;
  from: string;
  /** The address of this service for people, for links in mails, without a slash at its end. */
  publicUrl: string;
}

/** How alerts are mailed. */
export interface AlertMailConfig extends MailConfig {
  connections: number;
  /** The most mails a second; undefined for as many as the server takes. */
  perSecond: number | undefined;
  organisation: string;
}

/** The environment as the service uses it. Each field is described in its row of the table of settings. */
export type Config = ReturnType<typeof readConfig>;
export type SessionConfig = Config["sessions"];
export type PushConfig = Config["push"];
export type QuotaRates = Config["quotas"];
/** What a quota allows: a number at once, and a number per second after that. */
export type Rate = QuotaRates["reports"];
export type Limits = Config["limits"];
/** What a GraphQL document may ask for. Fragments count each time they are spread. */
export type DocumentLimits = Limits["document"];
/** What an answer may hold. */
export type AnswerLimits = Limits["answer"];

/** A provider is asked before each access token. Whoever leaves a group has its rights no longer than this. */
const MAX_OIDC_LIFETIME_S = 900;

type Settings = ReturnType<typeof readSettings>;

function readSettings(env: NodeJS.ProcessEnv) {
  const settings = { ...readTable(SETTINGS, env), ...readTable(LIMITS, env) };
  const known = [...settingsOf(SETTINGS), ...settingsOf(LIMITS)];
  refuseMisspelled(
    known.map(({ name }) => name),
    env,
  );
  return settings;
}

/** The embedded database belongs to one process. */
function hostsOf({ hosts, databaseUrl }: Pick<Settings, "hosts" | "databaseUrl">): number {
  if (hosts === "auto") return databaseUrl ? availableParallelism() : 1;
  if (hosts === 1 || databaseUrl) return hosts;
  throw new ConfigError(
    "HOSTS must be 1 with the embedded database, which belongs to one process: set DATABASE_URL to a PostgreSQL server.",
  );
}

/** Returns how mails are sent; undefined if they are off. */
function mailOf({ mail, publicUrl }: Pick<Settings, "mail" | "publicUrl">): MailConfig | undefined {
  const { server, from } = mail;
  if (!server) return undefined;
  if (!from) throw new ConfigError("MAIL_FROM must be set if MAIL_URL is.");
  if (!publicUrl) throw new ConfigError("PUBLIC_URL must be set if MAIL_URL is.");
  return { server, from, publicUrl };
}

/** How messages of CAP are made. */
export type CapConfig = NonNullable<ReturnType<typeof capOf>>;

/** Returns how messages of CAP are made; undefined if they are not. */
function capOf({
  cap,
  organisation,
  publicUrl,
}: Pick<Settings, "cap" | "organisation" | "publicUrl">) {
  const { sender, ...others } = cap;
  return sender ? { ...others, sender, organisation, publicUrl } : undefined;
}

/** Returns how alerts are mailed; undefined if they are not. */
function alertMailOf(
  { alertMail: { isOn, ...rates }, organisation }: Pick<Settings, "alertMail" | "organisation">,
  mail: MailConfig | undefined,
): AlertMailConfig | undefined {
  if (!isOn) return undefined;
  if (!mail) throw new ConfigError("MAIL_URL must be set if ALERT_MAIL is true.");
  return { ...mail, ...rates, organisation: organisation.name ?? "" };
}

/** Returns how alerts go out by SMS; undefined if they do not. */
function smsOf({ push: { sms }, publicUrl }: Pick<Settings, "push" | "publicUrl">) {
  const { url, secret, isLevelOneOnly } = sms;
  if (!url) return undefined;
  if (!secret) throw new ConfigError("SMS_SECRET must be set if SMS_URL is.");
  return { url, secret, isLevelOneOnly, publicUrl };
}

/** Returns the settings without which nobody can join; undefined if they can. People must know to whom they give their data. */
function joiningLacksOf({ name, contact, privacyUrl }: Settings["organisation"]) {
  const missing = Object.entries({
    ORGANISATION_NAME: name,
    ORGANISATION_CONTACT: contact,
    PRIVACY_URL: privacyUrl,
  }).flatMap(([setting, value]) => (value ? [] : [setting]));
  return missing.length ? missing.join(", ") : undefined;
}

/**
 * Reads and checks the environment: each variable by its row of the table, and here those that depend on each other.
 * @throws ConfigError that names the variable and says what it takes.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const { environment, ...settings } = readSettings(env);
  const { databaseUrl, jwtSecret, sessions, push } = settings;
  if (databaseUrl && !jwtSecret && !sessions.privateKey) {
    throw new ConfigError(
      "JWT_SECRET must be set if DATABASE_URL is: the same for every host, 32 random characters or more.",
    );
  }
  if (settings.oidcProviders.length > 0) {
    if (!settings.publicUrl) throw new ConfigError("PUBLIC_URL must be set if OIDC_PROVIDERS is.");
    if (sessions.accessTokenLifetimeSeconds > MAX_OIDC_LIFETIME_S) {
      throw new ConfigError(
        `ACCESS_TOKEN_LIFETIME must be ${MAX_OIDC_LIFETIME_S} at most if OIDC_PROVIDERS is set.`,
      );
    }
  }
  if (settings.translate.url && settings.translate.command) {
    throw new ConfigError("TRANSLATE_COMMAND must not be set if TRANSLATE_URL is.");
  }
  const keys = keyPair(push.webPush);
  const mail = mailOf(settings);
  return {
    ...settings,
    hosts: hostsOf(settings),
    isProduction: environment === "production",
    joiningLacks: environment === "production" ? joiningLacksOf(settings.organisation) : undefined,
    push: {
      ...push,
      webPush: {
        keys,
        subject: push.webPush.subject ?? contactOf(settings.adminEmail, keys !== undefined),
        hosts: push.webPush.hosts,
      },
      email: alertMailOf(settings, mail),
      ntfy: { ...push.ntfy, publicUrl: settings.publicUrl },
      sms: smsOf(settings),
    },
    mail,
    capMessages: capOf(settings),
    map: shownMap(settings.map),
    erasures: settings.erasures ?? join(settings.dataDir, "erasures"),
  };
}
