import type { MapConfig } from "../../settings/map.ts";

/** Returns the policy: the console may load from this host only, and from the map's host if MAP_URL is set. */
export function contentSecurityPolicy(map: MapConfig | undefined): string {
  const origin =
    map && map.kind !== "file" ? ` ${new URL(map.url.replaceAll(/[{}]/g, "")).origin}` : "";
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    // MapLibre makes images as data: and blob: URLs.
    `img-src 'self' data: blob:${origin}`,
    "font-src 'self'",
    // Speech that is kept for use without a network is a blob: URL.
    "media-src 'self' blob:",
    `connect-src 'self'${origin}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return directives.join("; ");
}
