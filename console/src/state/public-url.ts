import { hostUrl } from "../api/host-url.ts";
import { t } from "../words/translate.ts";
import { hostSettings } from "./host-settings.ts";

/** Returns the address of a path on the service for other people: by its setting, else as this browser reaches it. */
export function publicUrl(path: string): string {
  const { publicUrl } = hostSettings.value ?? {};
  return publicUrl ? `${publicUrl}/${path}` : hostUrl(path).href;
}

/** Hosts that other people's phones do not reach. */
const PRIVATE =
  /^(localhost|.*\.(localhost|local|internal|lan)|(0|10|127)\..*|169\.254\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|\[(::1?|f[cde].*)\])$/;

const SET = t(
  "Ask whoever runs the service to set PUBLIC_URL to the address by which phones reach it.",
);

/** Says why other people's phones cannot open the links; empty if they can. */
export function unreachableLinks(): string {
  const { publicUrl } = hostSettings.value ?? {};
  if (!publicUrl)
    return `${t("Phones cannot scan or open this: the service does not know its public address.")} ${SET}`;
  return PRIVATE.test(new URL(publicUrl).hostname)
    ? `${t("Phones cannot scan or open this: its address is one of this computer or network.")} ${SET}`
    : "";
}
