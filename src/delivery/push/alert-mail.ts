import type { SendMailOptions } from "nodemailer";
import { NOBODY, type Seal } from "../../people/seal.ts";
import { messageOf } from "./message.ts";
import type { Push } from "./provider.ts";

/** The sentences of mails and of the page where people stop them, in one language. */
interface Words {
  open: string;
  stop: string;
  stopped: string;
}

const ENGLISH: Words = {
  open: "Where it is, and what is new",
  stop: "No more alerts by email",
  stopped: "No alert comes to you by email any more. On your page you can choose them again.",
};

const WORDS: Record<string, Words> = {
  ar: {
    open: "الموقع وآخر المستجدات",
    stop: "إيقاف التنبيهات بالبريد الإلكتروني",
    stopped: "لن تصلك تنبيهات بالبريد الإلكتروني بعد الآن. يمكنك اختيارها من جديد في صفحتك.",
  },
  de: {
    open: "Wo es ist, und was es Neues gibt",
    stop: "Keine Warnungen mehr per E-Mail",
    stopped:
      "Es kommt keine Warnung mehr per E-Mail. Auf Ihrer Seite können Sie sie wieder wählen.",
  },
  es: {
    open: "Dónde es y qué hay de nuevo",
    stop: "No recibir más alertas por correo",
    stopped: "Ya no recibirá alertas por correo. En su página puede volver a elegirlas.",
  },
  fr: {
    open: "Où c’est, et ce qui est nouveau",
    stop: "Ne plus recevoir d’alertes par e-mail",
    stopped:
      "Vous ne recevrez plus d’alertes par e-mail. Votre page permet de les choisir à nouveau.",
  },
  it: {
    open: "Dov’è, e che cosa c’è di nuovo",
    stop: "Niente più avvisi per email",
    stopped: "Non riceverai più avvisi per email. Puoi sceglierli di nuovo sulla tua pagina.",
  },
};

/** Returns the words of a language, or English, and how to write them. */
export function mailWords(language: string) {
  const [tag = ""] = language.toLowerCase().split("-", 1);
  const dir = /^(ar|fa|he|ps|sd|ug|ur|yi)$/.test(tag) ? "rtl" : "ltr";
  return { ...(WORDS[tag] ?? ENGLISH), dir };
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The colours of the console's levels. */
const COLOURS = { ONE: "#c62828", TWO: "#e07b00", THREE: "#f2c230" };

/** No text of an alert is longer: nothing is cut but the subject. */
const MOST_BYTES = 1_000_000;

/** Returns the token by which whoever has it stops alerts to an address. */
export const stopToken = (seal: Seal, address: string) =>
  seal.close(NOBODY, address).toString("base64url");

/** Returns the address of a token. Undefined for another text. */
export function addressOfToken(seal: Seal, token: string): string | undefined {
  try {
    return seal.open(NOBODY, Buffer.from(token, "base64url"))?.text;
  } catch {
    return undefined;
  }
}

/** What all mails of a service share. */
export interface Letterhead {
  /** The address of this service for people, without a slash at its end. */
  publicUrl: string;
  organisation: string;
}

/**
 * Writes the mail of a notification. Programs show the mails of an alert as one conversation, because all name a first
 * one, which was never sent. A notification that is mailed twice has the same id, by which some show it once.
 * @param stopUrl Where the person stops alerts by email.
 */
export function writeAlertMail(
  push: Push,
  { publicUrl, organisation }: Letterhead,
  stopUrl: string,
): SendMailOptions {
  const { alertId, kind, language, isBare, level } = push;
  const { title, body } = messageOf(push, MOST_BYTES);
  const subject = title ?? body;
  // Without a title of its own the subject repeats the beginning of the text.
  const heading = push.title === undefined ? undefined : title;
  const { open, stop, dir } = mailWords(language);
  const url = `${publicUrl}/#/alerts/${alertId}`;
  const { hostname } = new URL(publicUrl);
  const first = `<alert-${alertId}@${hostname}>`;
  const colour = isBare || kind === "ALL_CLEAR" ? "#555" : COLOURS[level];
  const link = (href: string, text: string) =>
    `<a href="${escapeHtml(href)}" style="color:inherit">${escapeHtml(text)}</a>`;
  return {
    subject,
    text: `${heading ? `${heading}\n\n` : ""}${body}\n\n${open}: ${url}\n\n-- \n${organisation}\n${stop}: ${stopUrl}\n`,
    html: `<!doctype html><html lang="${escapeHtml(language)}" dir="${dir}"><body style="font:16px/1.4 sans-serif;margin:1em">
<div style="border:solid ${colour};border-width:6px 0 0;padding-top:1em;max-width:36em">
${heading ? `<h1 style="font-size:22px">${escapeHtml(heading)}</h1>` : ""}
<p style="white-space:pre-line">${escapeHtml(body)}</p>
<p>${link(url, open)}</p>
<p style="color:#555;font-size:13px">${escapeHtml(organisation)} · ${link(stopUrl, stop)}</p>
</div></body></html>`,
    messageId: `<notification-${push.notificationId}@${hostname}>`,
    references: first,
    ...(kind !== "ALERT" && { inReplyTo: first }),
    ...(level === "ONE" && kind !== "ALL_CLEAR" && { priority: "high" as const }),
    headers: {
      "Auto-Submitted": "auto-generated",
      "List-Id": `<alerts.${hostname}>`,
      "List-Unsubscribe": `<${stopUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}
