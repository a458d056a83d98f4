import type { BrowserContext } from "playwright-core";

/** The offline map's largest data, megabytes that each window would parse and draw. */
const COAST = /\/base-map-\w+\/(world|coarse|fine)-(land|borders)\b/;
const NOTHING = { type: "FeatureCollection", features: [] };

/** Leaves the coastline and borders out of the offline map, because software draws it. */
export async function leaveOutCoast(context: BrowserContext): Promise<void> {
  await context.route(COAST, (route) => route.fulfill({ json: NOTHING }));
}
