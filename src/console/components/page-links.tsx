import { count } from "../words/numbers.ts";

/** Links to the page before and the page after. */
export function PageLinks(props: {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
}) {
  const { page, pages, addressOf } = props;
  if (pages <= 1) return null;
  return (
    <nav class="publish-row" aria-label="Pages">
      {page > 1 && (
        <a class="button" href={addressOf(page - 1)}>
          Newer
        </a>
      )}
      <span class="hint">
        Page {count(page)} of {count(pages)}
      </span>
      {page < pages && (
        <a class="button" href={addressOf(page + 1)}>
          Older
        </a>
      )}
    </nav>
  );
}
