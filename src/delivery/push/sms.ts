import type { Task } from "graphile-worker";
import { signedHeaders } from "../../ops/signed-headers.ts";
import {
  describeAnswer,
  makeHttpClient,
  refusedForEveryone,
  temporaryFailure,
  unanswered,
} from "./http-client.ts";
import { type Outcome, oneByOne, type Provider } from "./provider.ts";
import { writeSms } from "./sms-text.ts";

/** How the gateway of SMS is reached. */
export interface SmsOptions {
  url: string;
  /** By which each request is signed. */
  secret: string;
  /** The address of this service for people. */
  publicUrl?: string | undefined;
  timeout?: number | undefined;
}

/** What the gateway is asked to send. */
interface Sms {
  /** The same if it is sent again. */
  id: string;
  to: string;
  text: string;
  segments: number;
  /** Null for a code. */
  alertId: number | null;
  /** Null for a code, and if texts do not leave the service. */
  level: string | null;
  language: string;
}

const NAME = "the SMS gateway";
/** It cannot send this text. Only 410 is about a number: others come of a wrong address or a fault, and for every number. */
const REFUSED_TEXT = [400, 413, 422];

function makeGateway({ url, secret, timeout = 10_000 }: SmsOptions) {
  const client = makeHttpClient(timeout);
  return {
    async post(sms: Sms): Promise<Outcome> {
      const body = JSON.stringify(sms);
      const answer = await client.post(url, signedHeaders(sms.id, body, [secret]), body);
      if (answer.status === undefined) return unanswered(NAME, answer);
      if (answer.status >= 200 && answer.status < 300) return { state: "accepted" };
      // Its reason may name the number.
      answer.text = answer.text.replaceAll(sms.to.slice(1), "…");
      const why = describeAnswer(NAME, answer);
      if (answer.status === 410) return { state: "dead", why };
      if (REFUSED_TEXT.includes(answer.status)) return { state: "failed", why };
      return temporaryFailure(NAME, answer) ?? refusedForEveryone(NAME, answer);
    },
    close: () => client.close(),
  };
}

/** Sends alerts by SMS, through the operator's gateway. A token is a number with a plus sign. */
export function makeSms(options: SmsOptions): Provider {
  const gateway = makeGateway(options);
  const { publicUrl } = options;
  return {
    name: "sms",
    batchSize: 1,
    concurrency: 8,
    send: oneByOne(({ token, title, text, notificationId, alertId, level, isBare, language }) => {
      const link = publicUrl && `${publicUrl}/#/alerts/${alertId}`;
      const sms = writeSms({ title, text, link });
      return gateway.post({
        id: `sms_${notificationId}`,
        to: token,
        text: sms.text,
        segments: sms.segments,
        alertId,
        level: isBare ? null : level,
        language,
      });
    }),
    close: async () => gateway.close(),
  };
}

const WORDS: Record<string, string> = {
  ar: "رمز تأكيد رقمك للتنبيهات",
  de: "ist der Code, mit dem Sie Ihre Nummer für Warnungen bestätigen.",
  en: "is the code that confirms your number for alerts.",
  es: "es el código que confirma su número para las alertas.",
  fr: "est le code qui confirme votre numéro pour les alertes.",
  it: "è il codice che conferma il tuo numero per gli avvisi.",
};
const CODE = "select number, code, languages from app_private.make_sms_code($1)";

/**
 * Makes the task that sends a code to a number. The task makes the code itself, so that none waits in the table of jobs.
 * It is tried again only if the gateway certainly took none, as each is paid for.
 */
export function makeSendSmsCode(options: SmsOptions): Task {
  const gateway = makeGateway(options);
  return async (payload, { query, job, logger }) => {
    const { userId } = payload as { userId: number };
    const { rows } = await query<{ number: string; code: string; languages: string[] }>(CODE, [
      userId,
    ]);
    const [asked] = rows;
    if (!asked) return;
    const known = asked.languages.map((one) => one.split("-", 1)[0] ?? "");
    const language = known.find((one) => one in WORDS) ?? "en";
    const { text, segments } = writeSms({ text: `${asked.code} ${WORDS[language]}` });
    const outcome = await gateway.post({
      id: `sms_code_${job.id}_${job.attempts}`,
      to: asked.number,
      text,
      segments,
      alertId: null,
      level: null,
      language,
    });
    if (outcome.state === "accepted") return;
    if (outcome.state === "retry" && outcome.everyone) throw new Error(outcome.why);
    logger.warn(`A code was not sent: ${outcome.why}`);
  };
}
