import { RequestError } from "../api/send.ts";
import { t } from "./translate.ts";

/** Refuses two entries of a new password that differ. */
export function requireSame(password: string, again: string): void {
  if (password === again) return;
  const text = t("The two new passwords differ. Write the same one twice.");
  throw new RequestError("BAD_USER_INPUT", text, "again");
}
