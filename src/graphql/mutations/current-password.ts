import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { verifyPassword } from "../../auth/passwords.ts";
import type { Identity } from "../../auth/tokens.ts";
import { AppError, LOG_IN_FIRST } from "../../errors/app-error.ts";

/** Who asks for a change of an email or a password, and the password that they repeat. */
export interface Confirmation {
  withPgClient: WithPgClient;
  identity: Identity | undefined;
  currentPassword: string | null | undefined;
}

/**
 * Checks the caller's password before a change that a stolen token must not make. Its error is not UNAUTHENTICATED,
 * because clients take that for the end of the session.
 * @throws AppError BAD_USER_INPUT if it is wrong, or missing and required.
 */
export async function confirmPassword(
  { withPgClient, identity, currentPassword }: Confirmation,
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
    client.query<{ hash: string | null }>({
      text: "select app_private.password_to_confirm($1, $2) as hash",
      values: [identity.userId, identity.sessionId] as never,
    }),
  );
  const hash = rows[0]?.hash;
  if (!hash) throw new AppError("UNAUTHENTICATED", LOG_IN_FIRST);
  if (!(await verifyPassword(currentPassword, hash))) {
    throw new AppError("BAD_USER_INPUT", "currentPassword is wrong.");
  }
}
