import { useEffect } from "preact/hooks";
import { LanguageSelect } from "../components/language-select.tsx";
import { LogIn } from "../join/log-in.tsx";
import { isExpired, session } from "../state/session.ts";
import { AlertScreen } from "./alert-screen.tsx";
import { followInbox } from "./follow-inbox.ts";
import { admit } from "./forget.ts";
import { openHere } from "./here.ts";
import { openInbox } from "./inbox.ts";
import { keepOffline } from "./keep-offline.ts";
import { MeScreen } from "./me-screen.tsx";
import { MessagesScreen } from "./messages-screen.tsx";
import { NowScreen } from "./now-screen.tsx";
import { followReports } from "./reports.ts";
import { route } from "./route.ts";
import { Tabs } from "./tabs.tsx";
import { openZones } from "./zones.ts";

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
      </main>
      <Tabs />
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
