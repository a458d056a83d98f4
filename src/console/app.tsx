import { useEffect, useRef } from "preact/hooks";
import { Navigation } from "./components/navigation.tsx";
import { TrainingBanner } from "./components/training-banner.tsx";
import { AlertScreen } from "./screens/alert.tsx";
import { AlertsScreen } from "./screens/alerts.tsx";
import { Login } from "./screens/login.tsx";
import { MapScreen } from "./screens/map.tsx";
import { MeScreen } from "./screens/me.tsx";
import { NewAlertScreen } from "./screens/new-alert.tsx";
import { SetPasswordScreen } from "./screens/set-password.tsx";
import { UpdateAlertScreen } from "./screens/update-alert.tsx";
import { UsersScreen } from "./screens/users.tsx";
import { route } from "./state/route.ts";
import { isExpired, session } from "./state/session.ts";

function Screen() {
  const to = route.value;
  switch (to.screen) {
    case "map":
      return <MapScreen />;
    case "new":
      return <NewAlertScreen />;
    case "alerts":
      return <AlertsScreen />;
    case "alert":
      return <AlertScreen key={to.id} id={to.id} />;
    case "update":
      return <UpdateAlertScreen key={to.id} id={to.id} />;
    case "users":
      return <UsersScreen />;
    case "me":
      return <MeScreen />;
    case "password":
      return <SetPasswordScreen token={to.token} />;
  }
}

/** Shows the login in a dialog. The screen below keeps its state, so that nothing drawn or written is lost. */
function LoginAgain() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label="Log in again" onCancel={(event) => event.preventDefault()}>
      <Login />
    </dialog>
  );
}

export function App() {
  const to = route.value;
  if (to.screen === "password") return <SetPasswordScreen token={to.token} />;
  if (!session.value) {
    return (
      <main class="alone">
        <Login />
      </main>
    );
  }
  return (
    <>
      <Navigation />
      <TrainingBanner />
      <Screen />
      {isExpired.value && <LoginAgain />}
    </>
  );
}
