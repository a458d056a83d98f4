import { t } from "../words/translate.ts";

/** Returns why this browser cannot get pushes, and what to do; empty if it can. */
export function pushProblem(publicKey: string | null): string {
  if (!publicKey) return t("Web Push is off at this service.");
  if (!isSecureContext)
    return t("Browsers take pushes from https:// addresses only, or from localhost.");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return t("This browser takes no pushes. An iPhone does once this page is on its home screen.");
  }
  if (Notification.permission === "denied") {
    return t(
      "Notifications of this page are blocked: allow them in the browser's settings, then reload.",
    );
  }
  return "";
}
