import { t } from "../words/translate.ts";

/** Links to the page before and the page after. */
export function PageLinks(props: {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
}) {
  const { page, pages, addressOf } = props;
  if (pages <= 1) return null;
  return (
    <nav class="publish-row" aria-label={t("Pages")}>
      {page > 1 && (
        <a class="button" href={addressOf(page - 1)}>
          {t("Newer")}
        </a>
      )}
      <span class="hint">{t("Page {page, number} of {pages, number}", { page, pages })}</span>
      {page < pages && (
        <a class="button" href={addressOf(page + 1)}>
          {t("Older")}
        </a>
      )}
    </nav>
  );
}
