import type { BrowserContext } from "playwright-core";

/** The offline map's largest data, megabytes that each window would parse and draw. Its coarsest coast stays. */
const DETAILS = /\/base-map-\w+\/((coarse|fine)-(land|borders)|waters)\b/;
const NOTHING = { type: "FeatureCollection", features: [] };

/** Leaves the details out of the offline map, because software draws it. */
export async function leaveOutDetails(context: BrowserContext): Promise<void> {
  await context.route(DETAILS, (route) => route.fulfill({ json: NOTHING }));
}
