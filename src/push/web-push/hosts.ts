/** The push services of the browsers. */
export const KNOWN_HOSTS = [
  "fcm.googleapis.com",
  // Google's for Chromium as others build it, Linux distributions say.
  "jmt17.google.com",
  "*.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];

const LOOPBACK = ["localhost", "127.0.0.1"];

/** Whether a pattern is one: a host, or `*.` and what its name ends with, of two labels or more; a port may follow. */
export function isHostPattern(text: string): boolean {
  const label = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";
  return new RegExp(`^(\\*\\.${label}(\\.${label})+|${label}(\\.${label})*)(:\\d{1,5})?$`).test(
    text,
  );
}

function matches(url: URL, pattern: string): boolean {
  if (LOOPBACK.includes(pattern)) return url.hostname === pattern;
  return pattern.startsWith("*.") ? url.host.endsWith(pattern.slice(1)) : url.host === pattern;
}

/**
 * Whether to post to an address that a user gave: only to the hosts allowed, at the port of https or that of the pattern,
 * and by https. One's own machine, where it is allowed by its name, may be reached by http and at any port.
 * @param hosts Patterns, in lower case.
 */
export function isAllowed(endpoint: string, hosts: string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  const isLoopback = LOOPBACK.includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) return false;
  if (url.username || url.password) return false;
  return hosts.some((pattern) => matches(url, pattern));
}
