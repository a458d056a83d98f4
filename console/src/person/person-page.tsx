import { useEffect } from "preact/hooks";
import { AskFactor } from "../components/ask-factor.tsx";
import { LanguageSelect } from "../components/language-select.tsx";
import { Organisation } from "../components/organisation.tsx";
import { LogIn } from "../join/log-in.tsx";
import { isExpired, session } from "../state/session.ts";
import { t } from "../words/translate.ts";
import { AlertScreen } from "./alert-screen.tsx";
import { openZones } from "./drawn-zones.ts";
import { followInbox } from "./follow-inbox.ts";
import { admit } from "./forget.ts";
import { openHere } from "./here.ts";
import { openInbox, told } from "./inbox.ts";
import { keepOffline } from "./keep-offline.ts";
import { MeScreen } from "./me-screen.tsx";
import { MessagesScreen } from "./messages-screen.tsx";
import { NowScreen } from "./now-screen.tsx";
import { route } from "./person-route.ts";
import { followReports } from "./reports.ts";
import { ringAtNews } from "./ring.ts";

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

function Screen() {
  const to = route.value;
  switch (to.screen) {
    case "now":
      return <NowScreen />;
    case "messages":
      return <MessagesScreen />;
    case "me":
      return <MeScreen />;
    case "alert":
      return <AlertScreen key={to.id} id={to.id} />;
  }
}

/**
 * The screens of somebody who is logged in. Data that this browser keeps is shown at once, and new data when it
 * arrives.
 */
function Inside() {
  useEffect(followReports, []);
  useEffect(keepOffline, []);
  useEffect(ringAtNews, []);
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    void Promise.all([openInbox(), openHere(), openZones()]).then(() => {
      if (!isGone) stop = followInbox();
    });
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  return (
    <>
      <main class="person">
        <Screen />
        <Organisation />
      </main>
      <Tabs />
      <AskFactor />
    </>
  );
}

/** A person's own page: whether an alert concerns them, what to do, and their own settings. */
export function PersonPage() {
  const { userId } = session.value ?? {};
  if (userId !== undefined && !isExpired.value) {
    return admit(userId) ? <Inside key={userId} /> : null;
  }
  return (
    <main class="person">
      <LogIn />
      <LanguageSelect />
    </main>
  );
}
