import { useState } from "preact/hooks";
import type { AlertState, AlertStatus } from "../../api/operations.ts";
import { Field } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { type AlertFilter, MAX_SEARCH_CHARACTERS, queryOf } from "../../state/alert-filter.ts";
import { t } from "../../words/translate.ts";

const STATES: readonly [AlertState | "", string][] = [
  ["", t("Any")],
  ["ACTIVE", t("Active")],
  ["EXPIRED", t("Ended by itself")],
  ["CANCELLED", t("Ended by an all-clear")],
];
const STATUSES: readonly [AlertStatus | "", string][] = [
  ["", t("Any")],
  ["ACTUAL", t("Live")],
  ["EXERCISE", t("Exercises")],
  ["TEST", t("Tests")],
];

/** On a phone the filters are folded, because they fill half of the screen. */
const WIDE = "(width >= 40rem)";

/** Chooses which alerts are shown. A change begins at the first page. */
export function AlertFilters(props: {
  filter: AlertFilter;
  onChange: (filter: AlertFilter) => void;
}) {
  const { filter } = props;
  const [isOpen] = useState(() => matchMedia(WIDE).matches || queryOf(filter) !== "");
  const edit = (change: Partial<AlertFilter>) => props.onChange({ ...filter, page: 1, ...change });
  return (
    <search>
      <details open={isOpen}>
        <summary>{t("Search and filter")}</summary>
        <div class="row filters">
          <Field
            label={t("Words")}
            type="search"
            value={filter.search}
            placeholder={t("in title, texts, all-clear")}
            onInput={(search) => edit({ search: search.slice(0, MAX_SEARCH_CHARACTERS) })}
          />
          <Select
            label={t("State")}
            value={filter.state}
            options={STATES}
            onChange={(state) => edit({ state })}
          />
          <Select
            label={t("Live or drill")}
            value={filter.status}
            options={STATUSES}
            onChange={(status) => edit({ status })}
          />
          <Field
            label={t("Published from")}
            type="date"
            value={filter.from}
            onInput={(from) => edit({ from })}
          />
          <Field
            label={t("Published until")}
            type="date"
            value={filter.to}
            onInput={(to) => edit({ to })}
          />
        </div>
      </details>
    </search>
  );
}
