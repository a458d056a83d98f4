import { useSignalEffect } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { hostUrl } from "./api/host-url.ts";
import { watchConnection } from "./api/watch-connection.ts";
import { Navigation } from "./components/navigation.tsx";
import { OfflineMark } from "./components/offline-mark.tsx";
import { TrainingBanner } from "./components/training-banner.tsx";
import { preloadScreens, SCREENS } from "./screens/lazy-screens.ts";
import { Login } from "./screens/login.tsx";
import { isOffline } from "./state/connection.ts";
import { route } from "./state/route.ts";
import { sentPublications } from "./state/sent.ts";
import { isExpired, session } from "./state/session.ts";
import { t } from "./words/translate.ts";

/** Leads a link of an earlier version to the page that sets a password. */
function PasswordLink({ token }: { token: string }) {
  useEffect(() => location.replace(hostUrl(`join#password/${token}`)), []);
  return null;
}

function Screen() {
  const to = route.value;
  const { "audit-log": AuditLog } = SCREENS;
  switch (to.screen) {
    case "alerts":
      return <SCREENS.alerts query={to.query ?? ""} />;
    case "alert":
      return <SCREENS.alert key={to.id} id={to.id} />;
    case "report":
      return <SCREENS.report key={to.id} id={to.id} />;
    case "update":
      return <SCREENS.update key={to.id} id={to.id} />;
    case "audit-log":
      return <AuditLog query={to.query ?? ""} />;
    case "password":
      return null;
    default: {
      const Shown = SCREENS[to.screen];
      return <Shown />;
    }
  }
}

/** Shows the login in a dialog. The screen below keeps its state, so that nothing drawn or written is lost. */
function LoginAgain() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label={t("Log in again")}
      onCancel={(event) => event.preventDefault()}
      // Browsers close the dialog anyway when Escape is pressed a second time.
      onClose={() => dialog.current?.showModal()}
    >
      <Login />
    </dialog>
  );
}

/** Shows what becomes of the publications that were sent before the page was loaded, if there are any. */
function SentBefore() {
  const [Shown, setShown] = useState<ComponentType>();
  useEffect(() => {
    if (sentPublications().length === 0) return;
    const load = async () => (await import("./components/sent-before.tsx")).SentBefore;
    load().then((component) => setShown(() => component), console.error);
  }, []);
  return Shown ? <Shown /> : null;
}

/** Sends what tabs that are gone could not send. Returns a function that stops. */
function followLeftCopies(): () => void {
  const drafts = import("./state/draft.ts").then((state) => state.followLeftCopies());
  drafts.catch(console.error);
  return () => void drafts.then((stop) => stop());
}

export function App() {
  const isLoggedIn = session.value !== null;
  useEffect(() => (isLoggedIn ? preloadScreens() : undefined), [isLoggedIn]);
  useEffect(() => (isLoggedIn ? watchConnection() : undefined), [isLoggedIn]);
  useEffect(() => (isLoggedIn ? followLeftCopies() : undefined), [isLoggedIn]);
  useSignalEffect(() => {
    document.body.classList.toggle("is-offline", isOffline.value);
  });
  const to = route.value;
  if (to.screen === "password") return <PasswordLink token={to.token} />;
  if (!isLoggedIn) {
    return (
      <main class="alone">
        <Login />
      </main>
    );
  }
  return (
    <>
      <Navigation />
      <OfflineMark />
      <TrainingBanner />
      <Screen />
      <SentBefore />
      {isExpired.value && <LoginAgain />}
    </>
  );
}
