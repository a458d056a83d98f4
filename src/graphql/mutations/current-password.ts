import { AppError, loginNeeded } from "../../ops/app-error.ts";
import { type Caller, hostRow } from "../requests/caller.ts";
import { checkAttempt } from "./check-attempt.ts";

/**
 * Checks the caller's password before a change that a stolen token must not make. Its error is not UNAUTHENTICATED,
 * because clients take that for the end of the session.
 * A wrong password counts as a wrong login.
 * @throws AppError BAD_USER_INPUT if it is wrong, or missing and required.
 */
export async function confirmPassword(
  caller: Caller,
  currentPassword: string | null | undefined,
  isRequired: boolean,
): Promise<void> {
  const { identity } = caller.request;
  if (!identity) throw loginNeeded();
  if (currentPassword == null) {
    if (!isRequired) return;
    throw new AppError(
      "BAD_USER_INPUT",
      "currentPassword is missing: send the password that you log in with.",
      { reason: "CURRENT_PASSWORD_MISSING" },
    );
  }
  const account = await hostRow<{ email: string; password_hash: string; has_factor: boolean }>(
    caller,
    "select * from app_private.password_to_confirm($1, $2)",
    identity.userId,
    identity.sessionId,
  );
  if (!account) throw loginNeeded();
  const attempt = { email: account.email, password: currentPassword };
  const found = { user_id: identity.userId, ...account };
  if (!(await checkAttempt(caller, attempt, async () => found))) {
    throw new AppError("BAD_USER_INPUT", "currentPassword is wrong.", {
      reason: "CURRENT_PASSWORD_WRONG",
    });
  }
}
