import type { Given } from "../components/login-form.tsx";
import {
  type LoginFragment,
  LoginPasskeyDocument,
  LoginSecondFactorDocument,
} from "./operations.ts";
import { send } from "./send.ts";

/** Ends a login by a second factor, or logs in by a passkey alone. */
export async function endLogin(
  given: Exclude<Given, { password: string }>,
  staysLoggedIn: boolean,
): Promise<LoginFragment | null> {
  const answer = { ...given, staysLoggedIn };
  return "code" in answer
    ? (await send(LoginSecondFactorDocument, answer, {})).loginSecondFactor
    : (await send(LoginPasskeyDocument, answer, {})).loginPasskey;
}
