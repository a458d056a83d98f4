import type { AuthorityRole } from "../api/operations.ts";
import { t } from "./translate.ts";

/** What each role is called. */
export const ROLE_NAMES: Record<AuthorityRole, string> = {
  VIEWER: t("Viewer"),
  AUTHOR: t("Author"),
  APPROVER: t("Approver"),
  MANAGER: t("Manager"),
};

/** The name that the first authority has until someone changes it. */
const UNNAMED = /^Everywhere$/;

/** Returns the name of an authority. */
export const authorityName = (name: string) => (UNNAMED.test(name) ? t("Everywhere") : name);
