import { t } from "../words/translate.ts";
import { told } from "./inbox.ts";
import { route } from "./route.ts";

/** The links to the screens, at the bottom, in reach of a thumb. */
export function Tabs() {
  const { screen } = route.value;
  const unseen = told.value.filter(({ seen }) => !seen).length;
  const current = (is: boolean) => (is ? "page" : undefined);
  return (
    <nav class="tabs" aria-label={t("Screens")}>
      <a href="#/" aria-current={current(screen === "now")}>
        {t("Now|screen")}
      </a>
      <a href="#/messages" aria-current={current(screen === "messages" || screen === "alert")}>
        {unseen > 0 ? t("Messages ({number, number})", { number: unseen }) : t("Messages")}
      </a>
      <a href="#/me" aria-current={current(screen === "me")}>
        {t("Me")}
      </a>
    </nav>
  );
}
