import type { Variables } from "./variables.ts";

/** What a quota allows: a number at once, and a number per second after that. */
export interface Rate {
  burst: number;
  perSecond: number;
}

/** The quotas of the configuration. */
export interface QuotaRates {
  /** Of a user: position reports. */
  reports: Rate;
  /** Of a user: all other root fields. */
  requests: Rate;
  /** Of an address: root fields without a token, except position reports. As many wrong guesses, counted apart. */
  anonymous: Rate;
}

const MAX_QUOTA = 1_000_000_000;

/** Reads the quotas: how many at once, and how many a second after that. */
export function readQuotas(variables: Variables): QuotaRates {
  return {
    // REPORT_BURST, REPORT_RATE: positions that a user may report.
    reports: {
      burst: variables.integer("REPORT_BURST", 5000, 1, MAX_QUOTA),
      perSecond: variables.integer("REPORT_RATE", 20, 1, MAX_QUOTA),
    },
    // REQUEST_BURST, REQUEST_RATE: other root fields that a user may ask for.
    requests: {
      burst: variables.integer("REQUEST_BURST", 1000, 1, MAX_QUOTA),
      perSecond: variables.integer("REQUEST_RATE", 50, 1, MAX_QUOTA),
    },
    // ANONYMOUS_BURST, ANONYMOUS_RATE: root fields that an address may ask for without a token.
    anonymous: {
      burst: variables.integer("ANONYMOUS_BURST", 1000, 1, MAX_QUOTA),
      perSecond: variables.integer("ANONYMOUS_RATE", 100, 1, MAX_QUOTA),
    },
  };
}
