import { LRU } from "@graphile/lru";
import { pay, type TakeQuota } from "./quotas.ts";

const MAX_SECRETS = 100_000;

/**
 * Secrets that requests contain instead of a token. Checking one that is not known to be right counts as a guess of its
 * address. The guess is given back if the secret is right. So a client that guesses cannot keep out others at its
 * address whose secrets are known.
 */
export class Secrets {
  /** False for secrets that were right once, but are no longer. */
  readonly #known = new LRU<string, boolean>({ maxLength: MAX_SECRETS });
  readonly #takeQuota: TakeQuota;

  constructor(takeQuota: TakeQuota) {
    this.#takeQuota = takeQuota;
  }

  isKnown(secret: string): boolean {
    return this.#known.get(secret) ?? false;
  }

  note(secret: string, isRight: boolean): void {
    // Wrong secrets must not displace right ones.
    if (isRight || this.isKnown(secret)) this.#known.set(secret, isRight);
  }

  /**
   * Runs the check of a secret. Returns whether it is right.
   * @throws AppError if its address has guessed too often.
   */
  async check(
    secret: string,
    address: () => string,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const asker = { userId: "", address };
    const isGuess = !this.isKnown(secret);
    if (isGuess) await pay(this.#takeQuota, asker, { reports: 0, others: 0, guesses: 1 });
    let isWrong = false;
    try {
      const isRight = await check();
      isWrong = !isRight;
      this.note(secret, isRight);
      return isRight;
    } finally {
      // A check that ended in an error is not a guess either.
      if (isGuess && !isWrong) await this.#takeQuota(asker, { reports: 0, others: 0, guesses: -1 });
    }
  }
}
