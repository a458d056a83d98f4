import type { Cells } from "../../cells/index.ts";
import type { PushChannel } from "../../delivery/push/index.ts";
import type { Mail } from "../../mail/index.ts";
import { ApiVersionPlugin } from "./api-version.ts";
import { makeCellReachPlugin } from "./cell-reach.ts";
import { graphiqlPreset } from "./graphiql.ts";
import { makeMailServerPlugin } from "./mail-status.ts";
import { makeNtfyUrlPlugin } from "./ntfy-url.ts";
import { makePushProvidersPlugin } from "./push-providers.ts";
import { makeWebPushKeyPlugin } from "./web-push-key.ts";

/** Adds the fields that describe the service itself, and serves GraphiQL. */
export function makeServicePreset(
  push: Pick<PushChannel, "status" | "vapidPublicKey" | "ntfyUrl"> | undefined,
  mail: Pick<Mail, "status"> | undefined,
  cells: Cells | undefined,
): GraphileConfig.Preset {
  return {
    extends: [graphiqlPreset],
    plugins: [
      ApiVersionPlugin,
      makePushProvidersPlugin(push?.status ?? {}),
      makeMailServerPlugin(mail?.status ?? "off"),
      makeCellReachPlugin(cells),
      makeWebPushKeyPlugin(push?.vapidPublicKey),
      makeNtfyUrlPlugin(push?.ntfyUrl),
    ],
  };
}
