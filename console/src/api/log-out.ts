import { logOut, session } from "../state/session.ts";
import { LogoutDocument } from "./operations.ts";
import { request } from "./request.ts";

/** Ends the session. This browser forgets its token even if the service does not answer. */
export function endSession(): void {
  const token = session.value?.token;
  logOut();
  if (token) request(LogoutDocument, {}, { token }).catch(console.warn);
}
