import { type Lazy, lazy } from "../components/lazy-component.tsx";
import type { Route } from "../state/route.ts";

export const MapScreen = lazy(async () => (await import("./map.tsx")).MapScreen);
export const NewAlertScreen = lazy(async () => (await import("./new-alert.tsx")).NewAlertScreen);
export const AlertScreen = lazy(async () => (await import("./alert.tsx")).AlertScreen);
export const UpdateAlertScreen = lazy(
  async () => (await import("./update-alert.tsx")).UpdateAlertScreen,
);
export const AlertsScreen = lazy(async () => (await import("./alerts.tsx")).AlertsScreen);
export const AlertReportScreen = lazy(
  async () => (await import("./alert-report.tsx")).AlertReportScreen,
);
export const StatisticsScreen = lazy(
  async () => (await import("./statistics.tsx")).StatisticsScreen,
);
export const TemplatesScreen = lazy(async () => (await import("./templates.tsx")).TemplatesScreen);
export const UsersScreen = lazy(async () => (await import("./users.tsx")).UsersScreen);
export const InvitationsScreen = lazy(
  async () => (await import("./invitations.tsx")).InvitationsScreen,
);
export const AuditLogScreen = lazy(async () => (await import("./audit-log.tsx")).AuditLogScreen);
export const MeScreen = lazy(async () => (await import("./me.tsx")).MeScreen);
export const SetPasswordScreen = lazy(
  async () => (await import("./set-password.tsx")).SetPasswordScreen,
);

const SCREENS: Record<Route["screen"], Pick<Lazy<never>, "preload">> = {
  map: MapScreen,
  new: NewAlertScreen,
  alert: AlertScreen,
  update: UpdateAlertScreen,
  report: AlertReportScreen,
  alerts: AlertsScreen,
  statistics: StatisticsScreen,
  templates: TemplatesScreen,
  users: UsersScreen,
  invitations: InvitationsScreen,
  "audit-log": AuditLogScreen,
  me: MeScreen,
  password: SetPasswordScreen,
};

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
