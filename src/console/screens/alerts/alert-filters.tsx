import type { AlertState, AlertStatus } from "../../api/operations.ts";
import { Field } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { type AlertFilter, MOST_IN_SEARCH } from "../../state/alert-filter.ts";

const STATES: readonly [AlertState | "", string][] = [
  ["", "Any"],
  ["ACTIVE", "Active"],
  ["EXPIRED", "Ended by itself"],
  ["CANCELLED", "Cancelled"],
];
const STATUSES: readonly [AlertStatus | "", string][] = [
  ["", "Any"],
  ["ACTUAL", "Live"],
  ["EXERCISE", "Exercises"],
  ["TEST", "Tests"],
];

/** Chooses which alerts are shown. A change begins at the first page. */
export function AlertFilters(props: {
  filter: AlertFilter;
  onChange: (filter: AlertFilter) => void;
}) {
  const { filter } = props;
  const edit = (change: Partial<AlertFilter>) => props.onChange({ ...filter, page: 1, ...change });
  return (
    <search class="row filters">
      <Field
        label="Words"
        type="search"
        value={filter.search}
        placeholder="in title, texts, all-clear"
        onInput={(search) => edit({ search: search.slice(0, MOST_IN_SEARCH) })}
      />
      <Select
        label="State"
        value={filter.state}
        options={STATES}
        onChange={(state) => edit({ state })}
      />
      <Select
        label="Live or drill"
        value={filter.status}
        options={STATUSES}
        onChange={(status) => edit({ status })}
      />
      <Field
        label="Published from"
        type="date"
        value={filter.from}
        onInput={(from) => edit({ from })}
      />
      <Field label="Published until" type="date" value={filter.to} onInput={(to) => edit({ to })} />
    </search>
  );
}
