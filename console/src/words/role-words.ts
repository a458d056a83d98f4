import type { AuthorityRole } from "../api/operations.ts";
import { t } from "./translate.ts";
import { UNNAMED } from "./unnamed.ts";

/** What each role is called. */
export const ROLE_NAMES: Record<AuthorityRole, string> = {
  VIEWER: t("Viewer"),
  AUTHOR: t("Author"),
  APPROVER: t("Approver"),
  MANAGER: t("Manager"),
};

/** Returns the name of an authority. */
export const authorityName = (name: string) => (UNNAMED.test(name) ? t("Everywhere") : name);
