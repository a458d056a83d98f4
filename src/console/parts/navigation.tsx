import { addressOf, type Route, route } from "../state/route.ts";
import { logOut, session } from "../state/session.ts";

const LINKS = [
  ["map", "Map"],
  ["alerts", "Alerts"],
  ["users", "Users"],
  ["me", "Me"],
] as const satisfies [Route["screen"], string][];

function Link({
  to,
  text,
  kind,
}: {
  to: Exclude<Route["screen"], "alert">;
  text: string;
  kind?: string;
}) {
  const { screen } = route.value;
  const isHere = screen === to || (screen === "alert" && to === "alerts");
  return (
    <a href={addressOf({ screen: to })} class={kind} aria-current={isHere ? "page" : undefined}>
      {text}
    </a>
  );
}

/** The way to every screen, the one that counts most set apart. */
export function Navigation() {
  return (
    <header class="navigation">
      <nav aria-label="Screens">
        {LINKS.map(([to, text]) => (
          <Link key={to} to={to} text={text} />
        ))}
        <Link to="new" text="New alert" kind="primary" />
      </nav>
      <button type="button" class="plain" onClick={logOut} title={session.value?.email}>
        Log out
      </button>
    </header>
  );
}
