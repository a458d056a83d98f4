import { t } from "./translate.ts";

export const PASSWORDS_DIFFER = t("The two new passwords differ. Write the same one twice.");
