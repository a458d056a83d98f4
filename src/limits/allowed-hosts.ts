const LOOPBACK = ["localhost", "127.0.0.1"];

/**
 * Matches addresses as browsers write them. Parsing others may take time that grows with the square of their length.
 */
const WRITTEN = /^[!-~]{1,2048}$/;

function matches(url: URL, pattern: string): boolean {
  if (LOOPBACK.includes(pattern)) return url.hostname === pattern;
  return pattern.startsWith("*.") ? url.host.endsWith(pattern.slice(1)) : url.host === pattern;
}

/**
 * Decides whether the host may post to an address that a user gave. It must be https and match a pattern, with the
 * pattern's port or the default one. `localhost` and `127.0.0.1` allow http and any port if they are listed.
 * @param hosts Patterns in lower case.
 */
export function isAllowed(endpoint: string, hosts: readonly string[]): boolean {
  if (!WRITTEN.test(endpoint) || !URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  const isLoopback = LOOPBACK.includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) return false;
  if (url.username || url.password) return false;
  return hosts.some((pattern) => matches(url, pattern));
}
