import type { ComponentType } from "preact";
import { type Lazy, lazy } from "../components/lazy-component.tsx";
import type { Route } from "../state/route.ts";

/** A screen, with the sentences about refusals that the login does not need. */
const screen = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await import("../words/console-refusals.ts");
    return await load();
  });

/** The screens by their names in routes. The code of each is a separate file. */
export const SCREENS = {
  map: screen(async () => (await import("./map.tsx")).MapScreen),
  new: screen(async () => (await import("./new-alert.tsx")).NewAlertScreen),
  alert: screen(async () => (await import("./alert.tsx")).AlertScreen),
  update: screen(async () => (await import("./update-alert.tsx")).UpdateAlertScreen),
  report: screen(async () => (await import("./alert-report.tsx")).AlertReportScreen),
  alerts: screen(async () => (await import("./alerts.tsx")).AlertsScreen),
  statistics: screen(async () => (await import("./statistics.tsx")).StatisticsScreen),
  templates: screen(async () => (await import("./templates.tsx")).TemplatesScreen),
  users: screen(async () => (await import("./users.tsx")).UsersScreen),
  proposals: screen(async () => (await import("./proposals.tsx")).ProposalsScreen),
  invitations: screen(async () => (await import("./invitations.tsx")).InvitationsScreen),
  authorities: screen(async () => (await import("./authorities.tsx")).AuthoritiesScreen),
  design: screen(async () => (await import("../design/design-page.tsx")).DesignPage),
  "audit-log": screen(async () => (await import("./audit-log.tsx")).AuditLogScreen),
  me: screen(async () => (await import("./me.tsx")).MeScreen),
} satisfies Record<Exclude<Route["screen"], "password" | "proposal">, Pick<Lazy<never>, "preload">>;

const nextOnline = () =>
  new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));

/** The time that the first screen has the line to itself to load its data. */
const PRELOAD_DELAY_MS = 5_000;

/**
 * Loads the code of all screens, and of what they need later, after the first screen. They then appear at once, and an
 * open page needs no files from a host that has been updated since.
 */
export function preloadScreens(): () => void {
  const timer = setTimeout(async () => {
    for (const screen of Object.values(SCREENS)) {
      // A browser does not retry code that failed to load.
      if (navigator.onLine === false) await nextOnline();
      await screen.preload().catch(console.warn);
    }
  }, PRELOAD_DELAY_MS);
  return () => clearTimeout(timer);
}
