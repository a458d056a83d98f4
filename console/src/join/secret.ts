import { signal } from "@preact/signals";

/** What the part of the address after # asks for. That part never reaches a server. */
export type Asked =
  | { kind: "join"; secret: string }
  | { kind: "password" | "verify"; token: string }
  | { kind: "nothing" };

function parse(hash: string): Asked {
  const [, kind, token] = /^#(password|verify)\/(.+)$/.exec(hash) ?? [];
  if (token) return { kind: kind as "password" | "verify", token };
  const secret = hash.slice(1);
  return secret ? { kind: "join", secret } : { kind: "nothing" };
}

export const asked = signal<Asked>(parse(location.hash));
window.addEventListener("hashchange", () => {
  asked.value = parse(location.hash);
});

/** Forgets the secret after its use: it must not stay in the address or in the history. */
export function forgetSecret(): void {
  history.replaceState(null, "", location.pathname);
  asked.value = { kind: "nothing" };
}
