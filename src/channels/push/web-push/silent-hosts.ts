import { LRU } from "@graphile/lru";
import type { Answer, NoAnswer } from "../http-client.ts";
import type { Retry } from "../provider.ts";
import { unanswered } from "../provider-errors.ts";

/** Milliseconds in which a try may have shown that a host works again. */
const SOON = 1000;

/** What is known of a host. Times are by performance.now(). */
interface Host {
  answeredAt: number;
  /** Since it does not answer: until when pushes to it are held back, why, and if one tries it now. */
  silence?: { until: number; why: string; isTried: boolean };
}

/** The push services that do not answer. Each push to one of these would keep others waiting for as long as it does. */
export interface SilentHosts {
  /**
   * The outcome of a push that is held back because its host does not answer. Undefined for a push that may be sent.
   * After a silence, that is one push: the others wait for what becomes of it.
   */
  hold(host: string): Retry | undefined;
  /** Notes what became of a push to a host. */
  note(host: string, answer: Answer | NoAnswer): void;
}

/**
 * @param timeout How long an answer is waited for, in milliseconds. A host that answers nothing for half of it, when a
 * push fails for this reason, is held back for twice as long.
 */
export function makeSilentHosts(timeout: number): SilentHosts {
  // Users choose hosts: a pattern may allow any number.
  const hosts = new LRU<string, Host>({ maxLength: 1000 });

  return {
    hold(host) {
      const { silence } = hosts.get(host) ?? {};
      if (!silence) return undefined;
      const now = performance.now();
      if (silence.until <= now) {
        silence.until = now + timeout;
        silence.isTried = true;
        return undefined;
      }
      const rest = silence.until - now;
      const after = silence.isTried ? Math.min(rest, SOON) : rest;
      return { state: "retry", why: silence.why, after, everyone: false, unsent: true };
    },
    note(host, answer) {
      const now = performance.now();
      if (answer.status !== undefined) return hosts.set(host, { answeredAt: now });
      // What fails at once keeps no other push waiting.
      if (!answer.timedOut) return;
      const { answeredAt } = hosts.get(host) ?? { answeredAt: Number.NEGATIVE_INFINITY };
      // Of a host that works, one push may fail too.
      if (now - answeredAt <= timeout / 2) return;
      const { why } = unanswered(host, answer);
      hosts.set(host, { answeredAt, silence: { until: now + 2 * timeout, why, isTried: false } });
    },
  };
}
