import { execFile } from "node:child_process";
import { extendSchema, gql } from "postgraphile/utils";
import { storable } from "../../database/storable.ts";
import { askingUser, pay, type TakeQuota } from "../../limits/quotas.ts";
import { AppError, BusyError } from "../../ops/app-error.ts";
import type { Config } from "../../settings/config.ts";
import { type Caller, callerPlan, callerRow } from "../requests/caller.ts";
import { identityOf } from "./shown-factor.ts";

type Service = Config["translate"];

interface TextsTranslateInput {
  from: string;
  to: string;
  texts: string[];
}

// The first column refuses whoever may not write drafts.
const CHECK = `select app_private.open_cap(null, null, null),
  app_private.is_language($1) and app_private.is_language($2) as "areLanguages"`;
const MAX_TEXTS = 5;
const MAX_CHARACTERS = 10_000;
const MAX_ANSWER = 1_000_000;
/** How many root fields one costs beside its own. */
const COST = 20;
/** Each may be a process of its own. */
const MAX_AT_ONCE = 4;

const areFit = (texts: readonly string[]) =>
  texts.length > 0 &&
  texts.length <= MAX_TEXTS &&
  texts.every((text) => text.trim() !== "" && [...text].length <= MAX_CHARACTERS);

const fault = (code: string) => Object.assign(new Error(code), { code });

async function post(url: string, body: string, timeout: number): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
    redirect: "error",
    signal: AbortSignal.timeout(timeout),
  });
  if (!response.ok) throw fault(`HTTP ${response.status}`);
  let answer = "";
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    answer += part;
    // This closes the connection.
    if (answer.length > MAX_ANSWER) throw fault("SIZE");
  }
  return answer;
}

const run = (command: string, body: string, timeout: number) =>
  new Promise<string>((resolve, reject) => {
    const [file = "", ...args] = command.split(/\s+/);
    const options = { timeout, killSignal: "SIGKILL", maxBuffer: MAX_ANSWER } as const;
    const { stdin } = execFile(file, args, options, (error, answer) =>
      error ? reject(error) : resolve(answer),
    );
    // A command that ends before it has read all says so by its status.
    stdin?.on("error", () => {}).end(body);
  });

/** What failed, in a word that holds nothing secret: a message would quote the command with its arguments. */
function wordFor(error: unknown): string {
  const { name, code, killed, cause } = error as NodeJS.ErrnoException & { killed?: boolean };
  if (name === "TimeoutError" || (killed && !code)) return "TIMEOUT";
  return String((cause as NodeJS.ErrnoException | undefined)?.code ?? code ?? name);
}

/**
 * Asks the operator's service for texts in another language.
 * @throws AppError that says what failed.
 */
export async function translated(
  { url, command }: Service,
  input: TextsTranslateInput,
  timeout = 15_000,
): Promise<string[]> {
  if (!url && !command) {
    const message = "Translation is off: set TRANSLATE_URL or TRANSLATE_COMMAND.";
    throw new AppError("CONFLICT", message, { reason: "TRANSLATION_OFF" });
  }
  const body = JSON.stringify(input);
  let detail: string;
  try {
    const answer = await (url ? post(url, body, timeout) : run(command as string, body, timeout));
    const texts: unknown = JSON.parse(answer)?.texts;
    const isRight = Array.isArray(texts) && texts.every((text) => typeof text === "string");
    if (isRight && texts.length === input.texts.length && areFit(texts)) return texts.map(storable);
    detail = "TEXTS";
  } catch (error) {
    detail = wordFor(error);
  }
  const message = `The translation service did not answer as it should: ${detail}.`;
  throw new AppError("CONFLICT", message, { reason: "TRANSLATION_FAILED", detail });
}

/** Adds `Mutation.textsTranslate`. */
export function makeTextsTranslatePlugin(service: Service, takeQuota: TakeQuota) {
  let running = 0;
  async function translate(caller: Caller, { from, to, texts }: TextsTranslateInput) {
    const found = await callerRow<{ areLanguages: boolean }>(caller, CHECK, from, to);
    if (!found?.areLanguages) {
      const message = "from and to must be language tags of BCP 47, such as it or pt-BR.";
      throw new AppError("BAD_USER_INPUT", message, { reason: "ALERTS_LANGUAGE" });
    }
    if (!areFit(texts)) {
      const message = `Send 1 to ${MAX_TEXTS} texts of 1 to ${MAX_CHARACTERS} characters.`;
      throw new AppError("BAD_USER_INPUT", message, { reason: "TEXTS_LENGTH" });
    }
    await pay(takeQuota, askingUser(identityOf(caller).userId), { reports: 0, others: COST });
    if (running >= MAX_AT_ONCE) throw new BusyError();
    running += 1;
    try {
      return { texts: await translated(service, { from, to, texts }) };
    } finally {
      running -= 1;
    }
  }
  return extendSchema({
    typeDefs: gql`
      """Texts to translate."""
      input TextsTranslateInput {
        """Their language."""
        from: String!
        """The language that is wanted."""
        to: String!
        """One to five texts, each of at most 10,000 characters."""
        texts: [String!]!
      }
      """What a machine wrote: somebody must read it before it is published."""
      type TranslatedTexts {
        """The texts in the language that is wanted, in the same order."""
        texts: [String!]!
      }
      extend type Mutation {
        """Has texts translated by the operator's service, and stores nothing. For authors. Error CONFLICT with the reason TRANSLATION_OFF if there is none, TRANSLATION_FAILED if it does not answer as it should."""
        textsTranslate(
          """The texts and their languages."""
          input: TextsTranslateInput!
        ): TranslatedTexts
      }
    `,
    objects: { Mutation: { plans: { textsTranslate: callerPlan(["input"], translate) } } },
  });
}
