import { LRU } from "@graphile/lru";
import type { Answer, NoAnswer } from "../http-client.ts";
import type { Retry } from "../provider.ts";
import { unanswered } from "../provider-errors.ts";

/** Milliseconds that other pushes are held back while one push tests whether their host works again. */
const SOON = 1000;

/** What is known about a host. Times are by performance.now(). */
interface Host {
  answeredAt: number;
  /** Set while the host does not answer: until when its pushes are held back, why, and whether one is trying it now. */
  silence?: { until: number; why: string; isTried: boolean };
}

/** The push services that do not answer. A push to one of them would keep others waiting until its timeout. */
export interface SilentHosts {
  /**
   * The outcome of a push that is held back because its host does not answer. Undefined for a push that may be sent.
   * After a silence, only one push may be sent at first: the others wait for its outcome.
   */
  hold(host: string): Retry | undefined;
  /** Notes a host's answer to a push, or that there was none. */
  note(host: string, answer: Answer | NoAnswer): void;
}

/**
 * @param timeout How long a push waits for an answer, in milliseconds. If a push times out and its host has not
 * answered any for half of this time, pushes to the host are held back for twice this time.
 */
export function makeSilentHosts(timeout: number): SilentHosts {
  // Users choose hosts, and a pattern may allow any number of them.
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
      // A push that fails at once keeps no other waiting.
      if (!answer.timedOut) return;
      const { answeredAt } = hosts.get(host) ?? { answeredAt: Number.NEGATIVE_INFINITY };
      // A single push may also time out at a host that works.
      if (now - answeredAt <= timeout / 2) return;
      const { why } = unanswered(host, answer);
      hosts.set(host, { answeredAt, silence: { until: now + 2 * timeout, why, isTried: false } });
    },
  };
}
