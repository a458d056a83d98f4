import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import proxyAddr from "proxy-addr";
import { ConfigError } from "../ops/config-error.ts";

/**
 * Reads the text of a variable, which is not empty.
 * @throws ConfigError that names the variable and says what it must be.
 */
type Parse<Value> = (text: string, name: string) => Value;

/** A variable of the environment, and its row in docs/settings.md. */
export interface Setting<Value> {
  name: string;
  parse: Parse<Value>;
  /** The value if the variable is not set. */
  fallback: Value;
  /** The default and the range, in Markdown. */
  shown: string;
  /** What the variable sets, in Markdown. */
  sentence: string;
  /** True if spaces around the value belong to it. */
  isVerbatim: boolean;
}

/** Returns the error for a variable, which says what it takes. Leave `value` out if it may hold a secret. */
export function invalid(name: string, mustBe: string, value?: string): ConfigError {
  return new ConfigError(
    `${name} must be ${mustBe}${value === undefined ? "" : `, not "${value}"`}.`,
  );
}

/** Begins a row. `means` completes it with its sentence. */
function row<Value>(
  name: string,
  parse: Parse<Value>,
  fallback: Value,
  shown: string,
  isVerbatim = false,
) {
  return {
    means: (sentence: string): Setting<Value> => {
      return { name, parse, fallback, shown, sentence, isVerbatim };
    },
  };
}

/** A number, with separators if it has five digits or more. */
const figure = (value: number) => (value > 9999 ? value.toLocaleString("en") : String(value));

const wholeNumber =
  (min: number, max: number): Parse<number> =>
  (text, name) => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    // NaN is neither less nor greater.
    if (!(value >= min && value <= max)) {
      throw invalid(name, `a whole number from ${min} to ${max}`, text);
    }
    return value;
  };

/** A whole number. `fallback` is undefined for a part of the service that is off by default. */
export function integer<Fallback extends number | undefined>(
  name: string,
  fallback: Fallback,
  min: number,
  max: number,
) {
  const shown = fallback === undefined ? "off" : figure(fallback);
  return row<number | Fallback>(
    name,
    wholeNumber(min, max),
    fallback,
    `${shown} (${figure(min)} to ${figure(max)})`,
  );
}

/** A time that operators write in seconds, and that the service keeps in milliseconds. */
export function seconds(name: string, fallback: number, min = 1, max = 3600) {
  const parse: Parse<number> = (text) => 1000 * wholeNumber(min, max)(text, name);
  return row(name, parse, 1000 * fallback, `${fallback} (${min} to ${max})`);
}

const oneOf =
  <Word extends string>(words: readonly Word[]): Parse<Word> =>
  (given, name) => {
    const found = words.find((one) => one === given);
    if (found) return found;
    throw invalid(name, new Intl.ListFormat("en", { type: "disjunction" }).format(words), given);
  };

/** One of several words. */
export const word = <Word extends string>(name: string, words: readonly Word[], fallback: Word) =>
  row(name, oneOf(words), fallback, `\`${fallback}\``);

const trueOrFalse = oneOf(["true", "false"]);

export const boolean = (name: string, fallback: boolean) =>
  row(name, (given) => trueOrFalse(given, name) === "true", fallback, `\`${fallback}\``);

/** A setting of its own kind with a default. */
export const setting = <Value>(name: string, parse: Parse<Value>, fallback: Value, shown: string) =>
  row<Value>(name, parse, fallback, shown);

/** A setting without a default. `shown` says what holds without it. */
export const optional = <Value>(name: string, parse: Parse<Value>, shown = "") =>
  row<Value | undefined>(name, parse, undefined, shown);

/** A password or a secret, with its spaces. */
export const secret = (name: string, shown = "") =>
  row<string | undefined>(name, text, undefined, shown, true);

export const text: Parse<string> = (given) => given;

/** A connection string. It may hold a password, so an error does not show it. */
export const postgresUrl: Parse<string> = (given, name) => {
  if (/^postgres(ql)?:\/\//.test(given) && URL.canParse(given)) return given;
  throw invalid(
    name,
    "a URL that starts with postgres:// or postgresql://, with signs like # and / in its password written as %23 and %2F",
  );
};

/** The URL of a server, without slashes at its end. */
export const httpUrl: Parse<string> = (given, name) => {
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) {
    throw invalid(name, "a URL that starts with https:// or http://", given);
  }
  return given.replace(/\/+$/, "");
};

/** A secret of Standard Webhooks, which an error does not show. */
export const webhookSecret: Parse<string> = (given, name) => {
  const [, key = ""] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(given) ?? [];
  const { length } = Buffer.from(key, "base64");
  if (length >= 24 && length <= 64) return given;
  throw invalid(name, "whsec_ and 24 to 64 bytes in base64");
};

/** How the mail server is reached. */
export interface MailServer {
  host: string;
  port: number;
  isTls: boolean;
  user: string;
  password: string;
}

/** The URL of a mail server. It may hold a password, so an error does not show it. */
export const smtpUrl: Parse<MailServer> = (given, name) => {
  try {
    const { protocol, hostname, port, username, password } = new URL(given);
    if (!/^smtps?:\/\/./.test(given) || !hostname) throw new Error("it is another URL");
    const isTls = protocol === "smtps:";
    return {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (isTls ? 465 : 587),
      isTls,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
  } catch {
    throw invalid(
      name,
      "a URL that starts with smtp:// or smtps://, with signs like #, / and % in its password written as %23, %2F and %25",
    );
  }
};

export const email: Parse<string> = (given, name) => {
  if (/^[^@\s<>,;:"()]+@[^@\s<>,;:"()]+$/.test(given)) return given;
  throw invalid(name, "an email address", given);
};

const wordsOf = (given: string) => given.split(/[\s,]+/).filter(Boolean);

/** Words separated by commas or spaces. An error quotes the first wrong one, unless it may hold a secret. */
export const listOf =
  (isRight: (word: string) => boolean, mustBe: string, isQuoted = true): Parse<string[]> =>
  (given, name) => {
    const words = wordsOf(given);
    const wrong = words.length > 0 ? words.find((one) => !isRight(one)) : given;
    if (wrong !== undefined) throw invalid(name, mustBe, isQuoted ? wrong : undefined);
    return words;
  };

/** A scheme, a host, and a port that is not the scheme's own. Apps have schemes such as capacitor://. */
function isOrigin(given: string): boolean {
  if (/^https?:/.test(given)) return URL.parse(given)?.origin === given;
  return /^[a-z][a-z\d+.-]*:\/\/[^/\s]+$/.test(given);
}

const originList = listOf(
  isOrigin,
  "* for all, or origins as browsers send them, separated by commas: https://www.example.org, http://localhost:8080",
);

/** The origins of browsers. */
export const origins: Parse<"*" | string[]> = (given, name) =>
  wordsOf(given).join() === "*" ? "*" : originList(given, name);

/** Where checkpoints of the audit log go. The URLs may hold secrets. */
export const checkpoints = listOf(
  (one) => one === "log" || isAbsolute(one) || (/^https?:\/\//.test(one) && URL.canParse(one)),
  "log, absolute paths and URLs, separated by commas",
  false,
);

/** Express's setting "trust proxy": all proxies, a number of them, or their addresses. */
export type TrustProxy = boolean | number | string[];

export const trustedProxies: Parse<TrustProxy> = (given, name) => {
  if (given === "true" || given === "false") return given === "true";
  if (/^\d+$/.test(given)) return wholeNumber(0, 100)(given, name);
  try {
    const proxies = wordsOf(given);
    proxyAddr.compile(proxies);
    return proxies;
  } catch {
    throw invalid(
      name,
      "true, false, a number of proxies, or their addresses, separated by commas: 10.0.0.0/8, loopback",
      given,
    );
  }
};

/** The number of host processes. */
export const hostCount: Parse<number | "auto"> = (given, name) => {
  if (given === "auto") return given;
  const hosts = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (hosts < 1) throw invalid(name, "auto, or a whole number from 1 to 999", given);
  return hosts;
};

/**
 * A key as PEM, or the path of its file.
 * @param mustBe What the key must be.
 * @param parse Reads the PEM, or throws an Error that says what is wrong with it.
 */
export const key =
  <Key>(mustBe: string, parse: (pem: string) => Key): Parse<Key> =>
  (given, name) => {
    try {
      const pem = given.startsWith("-----BEGIN") ? given : readFileSync(given, "utf8");
      if (pem.trim() === "") throw new Error("the file is empty");
      return parse(pem);
    } catch (error) {
      // A message of the file system would quote the value, and OpenSSL's messages do not say what to do.
      const { errno, code, message } = error as NodeJS.ErrnoException;
      const problem = code && (errno ? code : "it is not such a key");
      throw invalid(name, `${mustBe} as PEM, or its file: ${problem ?? message}`);
    }
  };

export const ed25519Key = key("a private key of Ed25519", (pem): KeyObject => {
  const found = createPrivateKey(pem);
  if (found.asymmetricKeyType !== "ed25519") throw new Error("it is of another type");
  return found;
});
