import { useEffect, useMemo, useState } from "preact/hooks";
import { AlertStatisticsDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { Problem } from "../components/problem.tsx";
import { Select } from "../components/select.tsx";
import { Title } from "../components/title.tsx";
import { loaded } from "../state/loaded.ts";
import { addressOf } from "../state/route.ts";
import { STATUS_NAMES } from "../words/alerts.ts";
import { count } from "../words/numbers.ts";
import { duration, month } from "../words/time.ts";

const PERIODS = [
  ["3", "3 months"],
  ["12", "12 months"],
  ["60", "5 years"],
] as const;

const statisticsOf = (months: number) =>
  loaded(
    async (signal) =>
      (await request(AlertStatisticsDocument, { months }, { signal })).alertStatistics ?? [],
  );

/** Shows by month and status how many alerts there were, how fast people were told, and how many saw it. */
export function StatisticsScreen() {
  const [months, setMonths] = useState<(typeof PERIODS)[number][0]>("12");
  const statistics = useMemo(() => statisticsOf(Number(months)), [months]);
  useEffect(() => void statistics.load(), [statistics]);
  const rows = statistics.data.value;
  return (
    <main class="page">
      <Title text="Statistics" />
      <p>
        <a href={addressOf({ screen: "alerts" })}>All alerts</a>
      </p>
      <Select label="The last" value={months} options={PERIODS} onChange={setMonths} />
      <Problem text={statistics.error.value} retry={() => void statistics.load()} />
      {rows?.length === 0 && <p>No alert was published in this time.</p>}
      {rows && rows.length > 0 && (
        <div class="table stacked">
          <table>
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col">Kind</th>
                <th scope="col" class="number">
                  Alerts
                </th>
                <th scope="col" class="number">
                  Told
                </th>
                <th scope="col" class="number">
                  Half within
                </th>
                <th scope="col" class="number">
                  Seen
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ beganAt, status, alerts, told, seen, toldAfterMedian }) => (
                <tr key={`${beganAt} ${status}`}>
                  <th scope="row">{month(beganAt)}</th>
                  <td data-label="Kind">{STATUS_NAMES[status][0]}</td>
                  <td class="number" data-label="Alerts">
                    {count(alerts)}
                  </td>
                  <td class="number" data-label="Told">
                    {count(told)}
                  </td>
                  <td class="number" data-label="Half within">
                    {toldAfterMedian === null ? "–" : duration(toldAfterMedian)}
                  </td>
                  <td class="number" data-label="Seen">
                    {count(seen)}
                    {told > 0 && ` (${Math.round((100 * seen) / told)} %)`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="hint">
        Each person counts once for each alert. Half within: the time from publication in which half
        of them were notified; who came in later does not count there. Months are in UTC.
      </p>
    </main>
  );
}
