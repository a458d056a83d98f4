import { session } from "../state/session.ts";
import { t } from "../words/translate.ts";
import { SessionBeginDocument } from "./operations.ts";
import { tokensOf } from "./renew-session.ts";
import { RequestError, send } from "./send.ts";

/** Begins a session that this browser renews, so that nobody has to log in when they are warned. */
export async function beginSession(email: string, password: string): Promise<void> {
  const { sessionBegin } = await send(SessionBeginDocument, { input: { email, password } }, {});
  if (!sessionBegin) throw new RequestError("UNAUTHENTICATED", t("Log in again."));
  session.value = { ...tokensOf(sessionBegin), userId: sessionBegin.userId, email };
}
