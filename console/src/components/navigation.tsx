import type { ComponentChildren } from "preact";
import { endSession } from "../api/log-out.ts";
import { addressOf, type Route, route } from "../state/route.ts";
import { session } from "../state/session.ts";
import { t } from "../words/translate.ts";

type Plain = Exclude<
  Route["screen"],
  "alert" | "update" | "report" | "statistics" | "audit-log" | "invitations" | "password"
>;

const LINKS = [
  ["map", t("Map")],
  ["alerts", t("Alerts")],
  ["templates", t("Templates")],
  ["users", t("Users")],
  ["me", t("Me")],
] as const satisfies [Plain, string][];

/** The words "New alert". A phone shows only the first one. */
const [NEW, ...ALERT] = t("New alert").split(" ");

/** Screens that are reached from the list of alerts. */
const OF_ALERTS = new Set<Route["screen"]>(["alert", "update", "report", "statistics"]);

function Link(props: { to: Plain; kind?: string; children: ComponentChildren }) {
  const { to, kind, children } = props;
  const { screen } = route.value;
  const isHere =
    screen === to ||
    (to === "alerts" && OF_ALERTS.has(screen)) ||
    (to === "users" && (screen === "audit-log" || screen === "invitations"));
  return (
    <a href={addressOf({ screen: to })} class={kind} aria-current={isHere ? "page" : undefined}>
      {children}
    </a>
  );
}

/** Links to every screen. The most important one, a new alert, stands apart. */
export function Navigation() {
  return (
    <header class="navigation">
      <nav aria-label={t("Screens")}>
        {LINKS.map(([to, text]) => (
          <Link key={to} to={to}>
            {text}
          </Link>
        ))}
        <Link to="new" kind="primary">
          {NEW}
          <span class="second-word"> {ALERT.join(" ")}</span>
        </Link>
      </nav>
      <button type="button" class="plain" onClick={endSession} title={session.value?.email}>
        {t("Log out")}
      </button>
    </header>
  );
}
