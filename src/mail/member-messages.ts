/** What members of an authority are told, as app_private.tell_members() names it. */
export type MemberMessageKind =
  | "PROPOSED"
  | "BREAK_GLASS"
  | "DECIDED"
  | "FAILED"
  | "NEIGHBOUR"
  | "RECEIVED";

/** The payload that app_private.tell_members() queues. `id` is that of the held publication, of the alert of a neighbour, or of a CAP message. */
export interface MemberMessagePayload {
  kind: MemberMessageKind;
  id: number;
}

/** A message to members, in all languages, because the service does not know which one they read. */
interface MemberMessage {
  /** The first is English. */
  texts: readonly string[];
  /** Where the console shows it, below the address of the service. */
  path: string;
}

const TEXTS: Record<MemberMessageKind, readonly string[]> = {
  PROPOSED: [
    "A warning waits for your approval.",
    "Un avviso attende la tua approvazione.",
    "Eine Warnung wartet auf Ihre Freigabe.",
    "Una alerta espera su aprobación.",
  ],
  BREAK_GLASS: [
    "A warning goes out by break-glass.",
    "Un avviso parte con la procedura d'emergenza.",
    "Eine Warnung geht im Notverfahren hinaus.",
    "Una alerta sale por el procedimiento de emergencia.",
  ],
  FAILED: [
    "What you published did not go out.",
    "Ciò che hai pubblicato non è partito.",
    "Was Sie veröffentlicht haben, ging nicht hinaus.",
    "Lo que publicó no ha salido.",
  ],
  NEIGHBOUR: [
    "A neighbour's warning reaches into your area.",
    "L'avviso di un'autorità vicina arriva nella tua area.",
    "Die Warnung einer Nachbarbehörde reicht in Ihr Gebiet.",
    "La alerta de una autoridad vecina llega a su zona.",
  ],
  RECEIVED: [
    "A warning of others has come. Look at its draft.",
    "È arrivato un avviso di altri. Guarda la sua bozza.",
    "Eine Warnung anderer ist eingegangen. Sehen Sie ihren Entwurf an.",
    "Ha llegado una alerta de otros. Mire su borrador.",
  ],
  DECIDED: [
    "Your proposal was decided.",
    "La tua proposta è stata valutata.",
    "Über Ihren Vorschlag wurde entschieden.",
    "Se ha decidido sobre su propuesta.",
  ],
};

/** Writes a message. It names no place and no person, as it passes through push services and mail servers. */
export function writeMemberMessage({ kind, id }: MemberMessagePayload): MemberMessage {
  const screen = kind === "NEIGHBOUR" ? "alerts" : "proposals";
  const path = kind === "RECEIVED" ? "alerts" : `${screen}/${id}`;
  return { texts: TEXTS[kind], path: `/console/#/${path}` };
}
