import { ConfigError } from "../errors/config-error.ts";

/** The error for a variable, which says what it takes. It shows the value only if that is no secret. */
export function invalid(name: string, mustBe: string, value?: string): ConfigError {
  return new ConfigError(
    `${name} must be ${mustBe}${value === undefined ? "" : `, not "${value}"`}.`,
  );
}

/** Reads variables. One that is empty, or only spaces, is not set. */
export class Variables {
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** A value as it is, with its spaces: for passwords and secrets. */
  secret(name: string): string | undefined {
    return this.#env[name] || undefined;
  }

  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (!text) return fallback;
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw invalid(name, `a whole number from ${min} to ${max}`, text);
    }
    return value;
  }

  boolean(name: string, fallback: boolean): boolean {
    const text = this.text(name);
    if (!text) return fallback;
    if (text !== "true" && text !== "false") throw invalid(name, "true or false", text);
    return text === "true";
  }

  /** A connection string. It may hold a password, so an error does not show it. */
  postgresUrl(name: string): string | undefined {
    const text = this.text(name);
    if (text && !/^postgres(ql)?:\/\//.test(text)) {
      throw invalid(name, "a URL that starts with postgres:// or postgresql://");
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
