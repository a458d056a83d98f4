import type { ComponentChildren } from "preact";
import { endSession } from "../api/log-out.ts";
import { hostSettings } from "../state/host-settings.ts";
import { addressOf, type Route, route } from "../state/route.ts";
import { session } from "../state/session.ts";
import { t } from "../words/translate.ts";
import { ChannelLights } from "./channel-lights.tsx";

type Plain = Exclude<Route["screen"], "alert" | "update" | "report" | "password" | "design">;

const LINKS = [
  ["map", t("Situation")],
  ["alerts", t("Alerts")],
  ["templates", t("Templates")],
  ["users", t("Users")],
  ["invitations", t("Invitations")],
  ["statistics", t("Statistics")],
  ["audit-log", t("Audit log")],
] as const satisfies [Plain, string][];

/** Screens that are reached from the list of alerts. */
const OF_ALERTS = new Set<Route["screen"]>(["alert", "update", "report"]);

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

/** Names the authority and who is logged in, links to every screen, and shows which channels work. */
export function Navigation() {
  const { email, name } = session.value ?? {};
  return (
    <header class="header">
      <p class="brand">
        <img src="./icons/icon-192.png" alt="" /> {hostSettings.value?.organisation?.name}
      </p>
      <nav aria-label={t("Screens")}>
        {LINKS.map(([to, text]) => (
          <Link key={to} to={to}>
            {text}
          </Link>
        ))}
        <Link to="new" kind="primary">
          {t("New alert")}
        </Link>
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
