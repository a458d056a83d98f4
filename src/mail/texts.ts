/** A mail, in plain text. */
export interface MailText {
  subject: string;
  text: string;
}

/** What a mail is for. */
export type MailKind = "verification" | "password";

/** Writes all languages of a mail below each other, because the service does not know which one the recipient reads. */
const write = (link: string, ...paragraphs: string[]) =>
  `${paragraphs.map((text) => text.replace("{link}", link)).join("\n\n")}\n`;

/**
 * Writes a mail. It does not contain the user's name: whoever makes a user chooses the name and the address, and could
 * otherwise write to strangers.
 * @param publicUrl The address of the service, without a slash at its end.
 */
export function writeMail(kind: MailKind, publicUrl: string, token: string): MailText {
  if (kind === "verification") {
    return {
      subject: "Confirm your email / Conferma la tua email",
      text: write(
        `${publicUrl}/join#verify/${token}`,
        "Somebody gave this address to be warned where they are. If it was you, confirm it within three days:",
        "{link}",
        "If it was not you, do nothing.",
        "--",
        "Qualcuno ha indicato questo indirizzo per ricevere avvisi dove si trova. Se sei tu, confermalo entro tre giorni con lo stesso link. Altrimenti non fare nulla.",
      ),
    };
  }
  return {
    subject: "Set a new password / Imposta una nuova password",
    text: write(
      `${publicUrl}/join#password/${token}`,
      "Somebody asked for a new password for this address. If it was you, set it within an hour. Only the newest mail works:",
      "{link}",
      "If it was not you, do nothing: your password stays as it is.",
      "--",
      "Qualcuno ha chiesto una nuova password per questo indirizzo. Se sei tu, impostala entro un'ora con lo stesso link. Vale solo l'email più recente. Altrimenti non fare nulla: la tua password resta com'è.",
    ),
  };
}
