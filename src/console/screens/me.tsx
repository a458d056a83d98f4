import { useEffect } from "preact/hooks";
import { MeDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { Problem } from "../parts/problem.tsx";
import { loaded } from "../state/loaded.ts";
import { MyNotifications } from "./me/my-notifications.tsx";
import { Password } from "./me/password.tsx";
import { QuietHours } from "./me/quiet-hours.tsx";
import { ThisBrowser } from "./me/this-browser.tsx";

const mine = loaded((signal) => request(MeDocument, {}, { signal }));

/** One's own: the password, quiet hours, this browser as a device, and what one was told. */
export function MeScreen() {
  useEffect(() => void mine.load(), []);
  const { me, webPushPublicKey = null } = mine.data.value ?? {};
  return (
    <main class="page">
      <h1>{me?.name ?? "Me"}</h1>
      <Problem text={mine.error.value} retry={() => void mine.load()} />
      {me && (
        <>
          <p class="hint">{me.email}</p>
          <div class="columns">
            <ThisBrowser publicKey={webPushPublicKey} />
            <MyNotifications />
            <QuietHours quietHours={me.quietHours} onChange={() => void mine.load()} />
            <Password />
          </div>
        </>
      )}
    </main>
  );
}
