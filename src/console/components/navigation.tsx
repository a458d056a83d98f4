import type { ComponentChildren } from "preact";
import { endSession } from "../api/log-out.ts";
import { addressOf, type Route, route } from "../state/route.ts";
import { session } from "../state/session.ts";

type Plain = Exclude<Route["screen"], "alert" | "update" | "report" | "statistics" | "password">;

const LINKS = [
  ["map", "Map"],
  ["alerts", "Alerts"],
  ["templates", "Templates"],
  ["users", "Users"],
  ["me", "Me"],
] as const satisfies [Plain, string][];

/** Screens that are reached from the list of alerts. */
const OF_ALERTS = new Set<Route["screen"]>(["alert", "update", "report", "statistics"]);

function Link(props: { to: Plain; kind?: string; children: ComponentChildren }) {
  const { to, kind, children } = props;
  const { screen } = route.value;
  const isHere = screen === to || (to === "alerts" && OF_ALERTS.has(screen));
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
      <nav aria-label="Screens">
        {LINKS.map(([to, text]) => (
          <Link key={to} to={to}>
            {text}
          </Link>
        ))}
        <Link to="new" kind="primary">
          New<span class="second-word"> alert</span>
        </Link>
      </nav>
      <button type="button" class="plain" onClick={endSession} title={session.value?.email}>
        Log out
      </button>
    </header>
  );
}
