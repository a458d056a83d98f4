import { readFileSync } from "node:fs";
import { ConfigError } from "../ops/config-error.ts";

/** Returns the error for a variable, which says what it takes. Leave `value` out if it is a secret. */
export function invalid(name: string, mustBe: string, value?: string): ConfigError {
  return new ConfigError(
    `${name} must be ${mustBe}${value === undefined ? "" : `, not "${value}"`}.`,
  );
}

/** Returns the name of the variable that names a file with another variable's value. */
export const fileVariable = (name: string) => `${name}_FILE`;

/** The content of a file, without the line break that editors and `echo` put at its end. */
function readValue(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw invalid(name, `a file that can be read (${code})`, path);
  }
}

/**
 * Reads variables. One that is empty, or only spaces if it is not a secret, is not set. The value of each can come from
 * a file instead, which NAME_FILE names, so that a secret is not in the environment.
 */
export class Variables {
  readonly #env: NodeJS.ProcessEnv;
  readonly #known = new Set<string>();

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** The names that were read. */
  get known(): ReadonlySet<string> {
    return this.#known;
  }

  #read(name: string): string | undefined {
    this.#known.add(name);
    const inFile = fileVariable(name);
    const value = this.#env[name] || undefined;
    const path = this.#env[inFile]?.trim();
    if (!path) return value;
    if (value?.trim()) throw new ConfigError(`${name} and ${inFile} are both set: unset one.`);
    return readValue(inFile, path) || undefined;
  }

  /** A value as it is, with its spaces: for passwords and secrets. */
  secret(name: string): string | undefined {
    return this.#read(name);
  }

  text(name: string): string | undefined {
    return this.#read(name)?.trim() || undefined;
  }

  /** One of several words. */
  word<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const text = this.text(name);
    const word = words.find((one) => one === text);
    if (text && !word)
      throw invalid(name, new Intl.ListFormat("en", { type: "disjunction" }).format(words), text);
    return word;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (!text) return fallback;
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    // NaN is neither less nor greater.
    if (!(value >= min && value <= max)) {
      throw invalid(name, `a whole number from ${min} to ${max}`, text);
    }
    return value;
  }

  boolean(name: string, fallback: boolean): boolean {
    const word = this.word(name, ["true", "false"]);
    return word ? word === "true" : fallback;
  }

  /** A connection string. It may hold a password, so an error does not show it. */
  postgresUrl(name: string): string | undefined {
    const text = this.text(name);
    if (text && !(/^postgres(ql)?:\/\//.test(text) && URL.canParse(text))) {
      throw invalid(
        name,
        "a URL that starts with postgres:// or postgresql://, with signs like # and / in its password written as %23 and %2F",
      );
    }
    return text;
  }

  /** The URL of a server, without slashes at its end. */
  httpUrl(name: string, fallback: string): string {
    const text = this.text(name) ?? fallback;
    if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
      throw invalid(name, "a URL that starts with https:// or http://", text);
    }
    return text.replace(/\/+$/, "");
  }

  /** Words separated by commas or spaces. */
  list(name: string): string[] | undefined {
    return this.text(name)
      ?.split(/[\s,]+/)
      .filter(Boolean);
  }
}
