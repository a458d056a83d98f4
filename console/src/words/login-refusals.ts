import { SENTENCES } from "./refusals.ts";
import { t } from "./translate.ts";

Object.assign(SENTENCES, {
  OIDC_DOWN: t("Your organisation's login does not answer. Try again in a moment."),
  OIDC_FAILED: t("The login did not work. Try again; if it stays, tell whoever runs the service."),
  OIDC_EMAIL_TAKEN: t(
    "Your email belongs to an account of this service. Ask whoever runs it to link the two.",
  ),
  OIDC_NO_ROLE: t("None of your groups has a role here. Ask whoever manages them."),
});
