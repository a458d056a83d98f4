import { useState } from "preact/hooks";
import { NewPasswordLinksDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form.tsx";
import { Problem } from "../../components/problem.tsx";
import { publicUrl, unreachableLinks } from "../../state/public-url.ts";
import { writeCsv } from "../../words/csv.ts";
import { people } from "../../words/numbers.ts";
import { moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

/** A user without a password. */
export interface LinkOwner {
  id: number;
  name: string;
  email: string;
}

interface Link extends LinkOwner {
  address: string;
  expiresAt: number;
}

/** The most links that are shown. The file has all of them. */
const MAX_SHOWN = 10;

async function makeLinks(owners: LinkOwner[]): Promise<Link[]> {
  const { newPasswordLinks } = await request(NewPasswordLinksDocument, {
    userIds: owners.map(({ id }) => id),
  });
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  return (newPasswordLinks ?? []).map(({ userId, token, expiresAt }) => ({
    ...(byId.get(userId) as LinkOwner),
    address: publicUrl(`join#password/${token}`),
    expiresAt,
  }));
}

const fileOf = (links: Link[]) =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(
    writeCsv([
      ["name", "email", "link"],
      ...links.map(({ name, email, address }) => [name, email, address]),
    ]),
  )}`;

function Links({ links }: { links: Link[] }) {
  const [first] = links;
  return (
    <>
      <Problem text={unreachableLinks()} />
      <p>
        {first &&
          t(
            "Hand each person their link. It works once, until {time}. The links cannot be shown again, but you can make new ones.",
            { time: moment(first.expiresAt) },
          )}
      </p>
      <ul class="cards">
        {links.slice(0, MAX_SHOWN).map(({ id, name, address }) => (
          <li key={id}>
            <input
              readOnly
              aria-label={t("Link of {name}", { name })}
              value={address}
              onFocus={select}
            />
            <p class="hint">{name}</p>
          </li>
        ))}
      </ul>
      <p>
        <a class="button" download="password-links.csv" href={fileOf(links)}>
          {t("{number, plural, one {Download the link as CSV} other {Download # links as CSV}}", {
            number: links.length,
          })}
        </a>
      </p>
    </>
  );
}

const select = ({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select();

/** Makes links by which users set their first password, and shows them once. */
export function PasswordLinks(props: {
  owners: LinkOwner[];
  /** What has just happened, above the question. */
  news?: string | undefined;
  /** Says whose links were made, if any were. */
  onClose: (whose?: string) => void;
}) {
  const { owners, news, onClose } = props;
  const [links, setLinks] = useState<Link[]>();
  const [first] = owners;
  const isOne = owners.length === 1;
  const whose = isOne && first ? first.name : people(owners.length);
  const title = t("Links to set a password");
  if (!links) {
    return (
      <FormDialog
        title={title}
        action={isOne ? t("Make the link") : t("Make the links")}
        submit={async () => setLinks(await makeLinks(owners))}
        cancel={t("Not now")}
        onClose={() => onClose()}
      >
        {news && <p role="status">{news}</p>}
        <p>
          {t(
            "Without a password nobody can log in. Make a link for {name}? Earlier links of theirs no longer work then.",
            { name: whose },
          )}
        </p>
      </FormDialog>
    );
  }
  return (
    <Dialog label={title} onClose={() => onClose(whose)}>
      <h2>{title}</h2>
      <Links links={links} />
      <div class="actions">
        <button type="button" onClick={() => onClose(whose)}>
          {t("Close")}
        </button>
      </div>
    </Dialog>
  );
}
