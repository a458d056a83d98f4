import type { WithPgClient } from "postgraphile/@dataplan/pg";
import type { Identity } from "../../auth/tokens.ts";
import { AppError, LOG_IN_FIRST } from "../../errors/app-error.ts";
import { checkAttempt } from "./check-attempt.ts";

/** Who asks for a change of an email or a password, and the password that they repeat. */
export interface Confirmation {
  withPgClient: WithPgClient;
  identity: Identity | undefined;
  /** Returns the address that the client counts as. */
  address: () => string;
  currentPassword: string | null | undefined;
}

/**
 * Checks the caller's password before a change that a stolen token must not make. Its error is not UNAUTHENTICATED,
 * because clients take that for the end of the session.
 * A wrong one counts as a wrong login.
 * @throws AppError BAD_USER_INPUT if it is wrong, or missing and required.
 */
export async function confirmPassword(
  { withPgClient, identity, address, currentPassword }: Confirmation,
  isRequired: boolean,
): Promise<void> {
  if (!identity) throw new AppError("UNAUTHENTICATED", LOG_IN_FIRST);
  if (currentPassword == null) {
    if (!isRequired) return;
    throw new AppError(
      "BAD_USER_INPUT",
      "currentPassword is missing: send the password that you log in with.",
    );
  }
  const { rows } = await withPgClient(null, (client) =>
    client.query<{ email: string; password_hash: string }>({
      text: "select * from app_private.password_to_confirm($1, $2)",
      values: [identity.userId, identity.sessionId] as never,
    }),
  );
  const [account] = rows;
  if (!account) throw new AppError("UNAUTHENTICATED", LOG_IN_FIRST);
  const attempt = { email: account.email, password: currentPassword, address: address() };
  const found = { user_id: identity.userId, ...account };
  if (!(await checkAttempt(withPgClient, attempt, async () => found))) {
    throw new AppError("BAD_USER_INPUT", "currentPassword is wrong.");
  }
}
