import type { Given } from "../components/login-form.tsx";
import { session } from "../state/session.ts";
import { t } from "../words/translate.ts";
import { endLogin } from "./end-login.ts";
import { SessionBeginDocument } from "./operations.ts";
import { tokensOf } from "./renew-session.ts";
import { RequestError, send } from "./send.ts";

/** Begins a session that this browser renews, so that nobody has to log in when they are warned. */
export async function beginSession(given: Given, email: string): Promise<void> {
  const begun =
    "password" in given
      ? (await send(SessionBeginDocument, { input: given }, {})).sessionBegin
      : await endLogin(given, true);
  if (!begun) throw new RequestError("UNAUTHENTICATED", t("Log in again."));
  session.value = { ...tokensOf(begun), userId: begun.userId, email };
}
