import type { ComponentChildren } from "preact";

/** A column: its heading, its cell in a row, and the kind of its cells. */
export type Column<Row> = readonly [
  heading: string,
  cell: (row: Row) => ComponentChildren,
  kind?: "number" | "figures",
];

/** A table whose first column names the rows. On a phone each row is a card, in which each cell repeats its heading. */
export function Table<Row>(props: {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  kind?: string;
}) {
  const [[, nameOf] = ["", () => ""], ...others] = props.columns;
  return (
    <div class={`table ${props.kind ?? "stacked"}`}>
      <table>
        <thead>
          <tr>
            {props.columns.map(([heading, , kind]) => (
              <th key={heading} scope="col" class={kind === "number" ? kind : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={props.keyOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {others.map(([heading, cell, kind]) => (
                <td key={heading} data-label={heading} class={kind}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
