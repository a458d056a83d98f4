import { useEffect, useMemo, useState } from "preact/hooks";
import { AlertStatisticsDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { Problem } from "../components/problem.tsx";
import { Select } from "../components/select.tsx";
import { Title } from "../components/title.tsx";
import { loaded } from "../state/loaded.ts";
import { STATUS_NAMES } from "../words/alert-words.ts";
import { count } from "../words/numbers.ts";
import { duration, month } from "../words/time.ts";
import { t } from "../words/translate.ts";

const months = (number: number) =>
  t("{number, plural, one {# month} other {# months}}", { number });
const PERIODS = [
  ["3", months(3)],
  ["12", months(12)],
  ["60", t("{number, plural, one {# year} other {# years}}", { number: 5 })],
] as const;

const statisticsOf = (months: number) =>
  loaded(
    async (signal) =>
      (await request(AlertStatisticsDocument, { months }, { signal })).alertStatistics ?? [],
  );

const share = (part: number, whole: number) =>
  whole > 0 ? `${count(part)} (${Math.round((100 * part) / whole)} %)` : count(part);

/** Shows by month and status how many alerts there were, how many people were in the zones, how fast they were pushed to, and how many saw it. */
export function StatisticsScreen() {
  const [months, setMonths] = useState<(typeof PERIODS)[number][0]>("12");
  const statistics = useMemo(() => statisticsOf(Number(months)), [months]);
  useEffect(() => void statistics.load(), [statistics]);
  const rows = statistics.data.value;
  return (
    <main class="page">
      <Title text={t("Statistics")} />
      <Select label={t("The last")} value={months} options={PERIODS} onChange={setMonths} />
      <Problem text={statistics.error.value} retry={() => void statistics.load()} />
      {rows?.length === 0 && <p>{t("No alert was published in this time.")}</p>}
      {rows && rows.length > 0 && (
        <div class="table stacked">
          <table>
            <thead>
              <tr>
                <th scope="col">{t("Month")}</th>
                <th scope="col">{t("Kind")}</th>
                <th scope="col" class="number">
                  {t("Alerts")}
                </th>
                <th scope="col" class="number">
                  {t("In the zones")}
                </th>
                <th scope="col" class="number">
                  {t("Pushed")}
                </th>
                <th scope="col" class="number">
                  {t("Half within")}
                </th>
                <th scope="col" class="number">
                  {t("Seen")}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ beganAt, status, alerts, told, pushed, seen, pushedAfterMedian }) => (
                <tr key={`${beganAt} ${status}`}>
                  <th scope="row">{month(beganAt)}</th>
                  <td data-label={t("Kind")}>{STATUS_NAMES[status][0]}</td>
                  <td class="number" data-label={t("Alerts")}>
                    {count(alerts)}
                  </td>
                  <td class="number" data-label={t("In the zones")}>
                    {count(told)}
                  </td>
                  <td class="number" data-label={t("Pushed")}>
                    {share(pushed, told)}
                  </td>
                  <td class="number" data-label={t("Half within")}>
                    {pushedAfterMedian === null ? "–" : duration(pushedAfterMedian)}
                  </td>
                  <td class="number" data-label={t("Seen")}>
                    {share(seen, told)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="hint">
        {t(
          "Each person counts once for each alert. Half within: the time from publication in which half of the pushes had left; who came in later does not count there. Months are in UTC.",
        )}
      </p>
    </main>
  );
}
