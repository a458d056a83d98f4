import type { Host } from "./host.ts";

/** Passes on what a host has let its users take from their quotas, to all other hosts. */
export function relayTaken(host: Host, all: ReadonlySet<Host>): void {
  host.on("taken", (message) => {
    for (const other of all) if (other !== host) other.tell(message);
  });
}
