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

/** A message to members, in both languages, because the service does not know which one they read. */
interface MemberMessage {
  english: string;
  italian: string;
  /** Where the console shows it, below the address of the service. */
  path: string;
}

const TEXTS: Record<MemberMessageKind, [english: string, italian: string]> = {
  PROPOSED: ["A warning waits for your approval.", "Un avviso attende la tua approvazione."],
  BREAK_GLASS: [
    "A warning goes out by break-glass.",
    "Un avviso parte con la procedura d'emergenza.",
  ],
  FAILED: ["What you published did not go out.", "Ciò che hai pubblicato non è partito."],
  NEIGHBOUR: [
    "A neighbour's warning reaches into your area.",
    "L'avviso di un'autorità vicina arriva nella tua area.",
  ],
  RECEIVED: [
    "A warning of others has come. Look at its draft.",
    "È arrivato un avviso di altri. Guarda la sua bozza.",
  ],
  DECIDED: ["Your proposal was decided.", "La tua proposta è stata valutata."],
};

/** Writes a message. It names no place and no person, as it passes through push services and mail servers. */
export function writeMemberMessage({ kind, id }: MemberMessagePayload): MemberMessage {
  const [english, italian] = TEXTS[kind];
  const screen = kind === "NEIGHBOUR" ? "alerts" : "proposals";
  const path = kind === "RECEIVED" ? "alerts" : `${screen}/${id}`;
  return { english, italian, path: `/console/#/${path}` };
}
