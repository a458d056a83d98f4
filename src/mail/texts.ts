/** A mail, in plain text. */
export interface MailText {
  subject: string;
  text: string;
}

/** What a mail is for. */
export type MailKind = "verification" | "password";

/** A mail in all languages below each other, because the service does not know which one the recipient reads. */
const MAILS: Record<
  MailKind,
  { subjects: string[]; page: string; before: string; after: string[] }
> = {
  verification: {
    subjects: [
      "Confirm your email",
      "Conferma la tua email",
      "Bestätigen Sie Ihre E-Mail",
      "Confirme su correo",
    ],
    page: "verify",
    before:
      "Somebody gave this address to be warned where they are. If it was you, confirm it within three days:",
    after: [
      "If it was not you, do nothing.",
      "Qualcuno ha indicato questo indirizzo per ricevere avvisi dove si trova. Se sei tu, confermalo entro tre giorni con lo stesso link. Altrimenti non fare nulla.",
      "Jemand hat diese Adresse angegeben, um dort gewarnt zu werden, wo er ist. Wenn Sie das waren, bestätigen Sie sie binnen drei Tagen mit demselben Link. Sonst tun Sie nichts.",
      "Alguien ha dado esta dirección para recibir alertas allí donde está. Si ha sido usted, confírmela en tres días con el mismo enlace. Si no, no haga nada.",
    ],
  },
  password: {
    subjects: [
      "Set a new password",
      "Imposta una nuova password",
      "Neues Passwort festlegen",
      "Nueva contraseña",
    ],
    page: "password",
    before:
      "Somebody asked for a new password for this address. If it was you, set it within an hour. Only the newest mail works:",
    after: [
      "If it was not you, do nothing: your password stays as it is.",
      "Qualcuno ha chiesto una nuova password per questo indirizzo. Se sei tu, impostala entro un'ora con lo stesso link. Vale solo l'email più recente. Altrimenti non fare nulla: la tua password resta com'è.",
      "Jemand hat ein neues Passwort für diese Adresse verlangt. Wenn Sie das waren, legen Sie es binnen einer Stunde mit demselben Link fest. Nur die neueste E-Mail gilt. Sonst tun Sie nichts: Ihr Passwort bleibt, wie es ist.",
      "Alguien ha pedido una contraseña nueva para esta dirección. Si ha sido usted, póngala en una hora con el mismo enlace. Solo vale el correo más reciente. Si no, no haga nada: su contraseña no cambia.",
    ],
  },
};

/**
 * Writes a mail. It does not contain the user's name: whoever makes a user chooses the name and the address, and could
 * otherwise write to strangers.
 * @param publicUrl The address of the service, without a slash at its end.
 */
export function writeMail(kind: MailKind, publicUrl: string, token: string): MailText {
  const { subjects, page, before, after } = MAILS[kind];
  const [end, ...others] = after;
  const english = [before, `${publicUrl}/join#${page}/${token}`, end].join("\n\n");
  return { subject: subjects.join(" / "), text: `${[english, ...others].join("\n\n--\n\n")}\n` };
}
