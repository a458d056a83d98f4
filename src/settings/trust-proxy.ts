import proxyAddr from "proxy-addr";
import { invalid, type Variables } from "./variables.ts";

/** Express's setting "trust proxy": all proxies, a number of them, or their addresses. */
export type TrustProxy = boolean | number | string[];

/** Reads TRUST_PROXY, in Express's syntax. No proxy is trusted by default. */
export function readTrustProxy(variables: Variables): TrustProxy {
  const name = "TRUST_PROXY";
  const text = variables.text(name) ?? "false";
  if (text === "true" || text === "false") return text === "true";
  if (/^\d+$/.test(text)) return variables.integer(name, 0, 0, 100);
  const proxies = variables.list(name) ?? [];
  try {
    proxyAddr.compile(proxies);
  } catch {
    throw invalid(
      name,
      "true, false, a number of proxies, or their addresses, separated by commas: 10.0.0.0/8, loopback",
      text,
    );
  }
  return proxies;
}
