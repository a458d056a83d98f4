import { type Lazy, lazy } from "../components/lazy-component.tsx";
import type { Route } from "../state/route.ts";

/** The screens by their names in routes. The code of each is a separate file. */
export const SCREENS = {
  map: lazy(async () => (await import("./map.tsx")).MapScreen),
  new: lazy(async () => (await import("./new-alert.tsx")).NewAlertScreen),
  alert: lazy(async () => (await import("./alert.tsx")).AlertScreen),
  update: lazy(async () => (await import("./update-alert.tsx")).UpdateAlertScreen),
  report: lazy(async () => (await import("./alert-report.tsx")).AlertReportScreen),
  alerts: lazy(async () => (await import("./alerts.tsx")).AlertsScreen),
  statistics: lazy(async () => (await import("./statistics.tsx")).StatisticsScreen),
  templates: lazy(async () => (await import("./templates.tsx")).TemplatesScreen),
  users: lazy(async () => (await import("./users.tsx")).UsersScreen),
  invitations: lazy(async () => (await import("./invitations.tsx")).InvitationsScreen),
  "audit-log": lazy(async () => (await import("./audit-log.tsx")).AuditLogScreen),
  me: lazy(async () => (await import("./me.tsx")).MeScreen),
} satisfies Record<Exclude<Route["screen"], "password">, Pick<Lazy<never>, "preload">>;

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
