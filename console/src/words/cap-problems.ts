import { pastTime } from "./time.ts";
import { t } from "./translate.ts";

/** Why a service of others, or its CAP message, is refused, by the code of ours. */
const PROBLEMS: Record<string, string> = {
  UNREACHABLE: t("It does not answer"),
  TIMEOUT: t("It does not answer in time"),
  STATUS: t("It answers with an error"),
  PRIVATE_ADDRESS: t("Its address is not public"),
  NOT_HTTPS: t("Its address does not begin with https"),
  BAD_URL: t("Its address cannot be used"),
  TOO_MANY_REDIRECTS: t("It redirects too often"),
  TOO_LARGE: t("It is too large"),
  NOT_UTF8: t("Its characters cannot be read"),
  DOCTYPE: t("It has a document type, which could hide an attack"),
  NOT_XML: t("It is not XML"),
  NOT_CAP: t("It is no CAP message, and no feed of them"),
  SIGNATURE: t("Its signature is wrong"),
  SECRET_LOST: t("Its secret cannot be read any more: make a new one"),
  FULL: t("50 of its drafts wait. Publish or remove some"),
};

/** Says why the service refuses another one, or its CAP message. */
export function problemInWords(problem: string): string {
  const [, code = "", detail = ""] = /^(\w+)(?:: (.*))?$/s.exec(problem) ?? [];
  const words = PROBLEMS[code] ?? t("Something went wrong on our side");
  return `${words}${detail && ` (${detail})`}.`;
}

/** "It answers with an error (503). Its last answer: never." */
export function lastAnswer(problem: string | null, answeredAt: number | null, now: number): string {
  const when = answeredAt === null ? t("never") : pastTime(answeredAt, now);
  return `${problem ? `${problemInWords(problem)} ` : ""}${t("Its last answer: {when}.", { when })}`;
}
