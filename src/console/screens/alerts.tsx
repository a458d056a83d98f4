import { useEffect, useState } from "preact/hooks";
import { Checkbox } from "../components/checkbox.tsx";
import { KeptDrafts } from "../components/kept-drafts.tsx";
import { Problem } from "../components/problem.tsx";
import { SharedDrafts } from "../components/shared-drafts.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { Title } from "../components/title.tsx";
import { alerts, followAlerts, stateOf, titleOf } from "../state/alerts.ts";
import { now } from "../state/now.ts";
import { addressOf } from "../state/route.ts";
import { count } from "../words/numbers.ts";
import { fromNow, moment } from "../words/time.ts";

/** Lists the alerts, the newest first. */
export function AlertsScreen() {
  const [isActiveOnly, setActiveOnly] = useState(false);
  useEffect(followAlerts, []);
  const all = alerts.data.value;
  const shown = (all ?? []).filter(
    (alert) => !isActiveOnly || stateOf(alert, now.value) === "ACTIVE",
  );
  return (
    <main class="page">
      <Title text="Alerts" />
      <Problem text={alerts.error.value} retry={() => void alerts.load()} />
      <SharedDrafts />
      <KeptDrafts />
      <Checkbox value={isActiveOnly} onChange={setActiveOnly}>
        Only active ones
      </Checkbox>
      {all && shown.length === 0 && <p>There is none yet.</p>}
      {shown.length > 0 && (
        <div class="table stacked">
          <table>
            <thead>
              <tr>
                <th scope="col">Alert</th>
                <th scope="col">State</th>
                <th scope="col">Published</th>
                <th scope="col">Ends</th>
                <th scope="col" class="number">
                  Told
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((alert) => (
                <tr key={alert.id}>
                  <th scope="row">
                    <a href={addressOf({ screen: "alert", id: alert.id })}>
                      {alert.id}: {titleOf(alert)}
                    </a>
                  </th>
                  <td data-label="State">
                    <StateBadge state={stateOf(alert, now.value)} />
                  </td>
                  <td data-label="Published">{moment(alert.createdAt)}</td>
                  <td class="figures" data-label="Ends">
                    {fromNow(alert.expiresAt, now.value)}
                  </td>
                  <td class="number" data-label="Told">
                    {count(alert.reachedUsers)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </main>
  );
}
