import type { MapConfig } from "../../config/map.ts";

/** What the console may load: from this host only, and from the map's where one is set. */
export function contentSecurityPolicy(map: MapConfig | undefined): string {
  const origin = map ? ` ${new URL(map.url.replaceAll(/[{}]/g, "")).origin}` : "";
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    // The map makes images of its own: data and blob.
    `img-src 'self' data: blob:${origin}`,
    "font-src 'self'",
    "media-src 'self'",
    `connect-src 'self'${origin}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return directives.join("; ");
}
