import type { RequestHandler } from "express";
import type { MapConfig } from "../../settings/map.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";

/** Sets the headers that protect the console's pages and the person's page. */
export function pageHeaders(map: MapConfig | undefined): RequestHandler {
  const policy = contentSecurityPolicy(map);
  return (_request, response, next) => {
    response.set({
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
    });
    next();
  };
}
