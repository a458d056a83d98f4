import { useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { hostUrl } from "./api/host-url.ts";
import { endSession } from "./api/log-out.ts";
import type { AuthorityRole } from "./api/operations.ts";
import { watchConnection } from "./api/watch-connection.ts";
import { AskFactor } from "./components/ask-factor.tsx";
import { ChannelLights } from "./components/channel-lights.tsx";
import { Later } from "./components/later.tsx";
import { OfflineMark } from "./components/offline-mark.tsx";
import { preloadScreens, SCREENS } from "./screens/lazy-screens.ts";
import { Login } from "./screens/login.tsx";
import { isOffline } from "./state/connection.ts";
import { hostSettings } from "./state/host-settings.ts";
import { notice } from "./state/notice.ts";
import { may } from "./state/rights.ts";
import { addressOf, type Route, route } from "./state/route.ts";
import { sentPublications } from "./state/sent.ts";
import { isExpired, session } from "./state/session.ts";
import { isTraining, training } from "./state/training.ts";
import { toDecide, watchWaiting } from "./state/waiting.ts";
import { t } from "./words/translate.ts";

type Plain = Exclude<
  Route["screen"],
  "alert" | "update" | "report" | "proposal" | "password" | "design"
>;

const LINKS = [
  ["map", t("Situation")],
  ["alerts", t("Alerts")],
  ["proposals", t("Waiting")],
  ["templates", t("Templates")],
  ["users", t("Users")],
  ["invitations", t("Invitations")],
  ["authorities", t("Authorities")],
  ["statistics", t("Statistics")],
  ["audit-log", t("Audit log")],
] as const satisfies [Plain, string][];

/** The least role for a screen. The others are for all who log in. */
const LEAST: Partial<Record<Route["screen"], AuthorityRole>> = {
  new: "AUTHOR",
  proposals: "AUTHOR",
  proposal: "AUTHOR",
  templates: "AUTHOR",
  update: "AUTHOR",
  users: "MANAGER",
  invitations: "MANAGER",
  authorities: "MANAGER",
  "audit-log": "MANAGER",
};
const isFor = (screen: Route["screen"]) => may(LEAST[screen] ?? "VIEWER");

/** The list from which a screen is reached. */
const LIST_OF: Partial<Record<Route["screen"], Plain>> = {
  alert: "alerts",
  update: "alerts",
  report: "alerts",
  proposal: "proposals",
};

function Link(props: { to: Plain; kind?: string; children: ComponentChildren }) {
  const { to, kind, children } = props;
  const { screen } = route.value;
  const isHere = (LIST_OF[screen] ?? screen) === to;
  return (
    <a href={addressOf({ screen: to })} class={kind} aria-current={isHere ? "page" : undefined}>
      {children}
    </a>
  );
}

/** Names the authority and who is logged in, links to every screen, and shows which channels work. */
export function Navigation() {
  const { email, name } = session.value ?? {};
  const { name: authority, logo } = hostSettings.value?.organisation ?? {};
  useEffect(watchWaiting, [session.value?.userId, session.value?.rights]);
  return (
    <header class="header">
      <p class="brand">
        <img src={logo ? hostUrl(logo).href : "./icons/icon-192.png"} alt="" /> {authority}
      </p>
      <nav aria-label={t("Screens")}>
        {LINKS.filter(([to]) => isFor(to)).map(([to, text]) => (
          <Link key={to} to={to}>
            {text}
            {to === "proposals" && toDecide.value.length > 0 && (
              <>
                {" "}
                <span class="badge">{toDecide.value.length}</span>
              </>
            )}
          </Link>
        ))}
        {isFor("new") && (
          <Link to="new" kind="primary">
            {t("New alert")}
          </Link>
        )}
      </nav>
      <div class="who">
        <ChannelLights />
        <Link to="me">{name ?? t("Me")}</Link>
        <button type="button" class="plain" onClick={endSession} title={email}>
          {t("Log out")}
        </button>
      </div>
    </header>
  );
}

/** Says on every screen that a training user's alerts are exercises. */
export function TrainingBanner() {
  const to = route.value;
  useEffect(() => void training.load(), [to]);
  return (
    <p role="status" class={isTraining.value ? "training" : "unseen"}>
      {isTraining.value && (
        <>
          <strong>{t("Training.")}</strong>{" "}
          {t("Whatever you publish is an exercise: only testers get it.")}
        </>
      )}
    </p>
  );
}

/** Leads a link of an earlier version to the page that sets a password. */
function PasswordLink({ token }: { token: string }) {
  useEffect(() => location.replace(hostUrl(`join#password/${token}`)), []);
  return null;
}

function Screen() {
  const to = route.value;
  const { "audit-log": AuditLog } = SCREENS;
  if (!isFor(to.screen)) return <SCREENS.map />;
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
    case "proposal":
      return <SCREENS.proposals key={to.id} id={to.id} />;
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
  const [isAny] = useState(() => sentPublications().length > 0);
  return isAny ? (
    <Later load={async () => (await import("./components/sent-before.tsx")).SentBefore} />
  ) : null;
}

/** Says what was just done, until the next screen or for some seconds. */
function Notice() {
  return (
    <p role="status" class={notice.value ? "notice state done not-printed" : "unseen"}>
      {notice.value}
    </p>
  );
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
  const hasDrafts = isLoggedIn && isFor("new");
  useEffect(() => (hasDrafts ? followLeftCopies() : undefined), [hasDrafts]);
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
      <Notice />
      <SentBefore />
      <AskFactor />
      {isExpired.value && <LoginAgain />}
    </>
  );
}
