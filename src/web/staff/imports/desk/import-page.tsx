import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { one as endpoint } from "#shared/contract/imports/desk.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import type { Officer } from "#web/staff/officer.ts";
import { useActorLabel } from "#web/staff/actor-label.ts";
import { ActCard } from "./act-card.tsx";
import { ControlCards } from "./control.tsx";
import { FileCard } from "./file-card.tsx";
import { FindingsCard } from "./findings.tsx";
import { History } from "./history.tsx";
import { type Import, useRenewImports } from "./import-data.ts";
import css from "./imports.module.css";
import { StateBadge } from "./list.tsx";
import { UploadForm } from "./upload-form.tsx";

interface OnePageProps {
  readonly id: string;
  readonly officer: Officer;
}

/** One import: its files and columns, the findings, the totals, and the actions on it. */
export function OnePage({ id, officer }: OnePageProps): ReactElement {
  const { one: words } = useMessages(importsMessages);
  const load = useRequest(endpoint, { params: { importId: id } });
  return (
    <div className={css["page"]}>
      <PageHeader
        title={fill(words.title, { id })}
        place={`imports ${id}`}
        lead={<Link to={paths.imports}>{words.back}</Link>}
      />
      <Loaded
        load={load}
        loading={fill(words.title, { id })}
        failed={words.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={6} />
          </Card>
        }
      >
        {(found) => <Found found={found} officer={officer} again={load.again} />}
      </Loaded>
    </div>
  );
}

interface FoundProps {
  readonly found: Import;
  readonly officer: Officer;
  readonly again: () => void;
}

function Found({ found, officer, again }: FoundProps): ReactElement {
  const mends = found.state === "draft" && officer.may("imports.prepare");
  return (
    <>
      <Facts found={found} />
      <div className={css["columns"]}>
        <div className={css["page"]}>
          {found.findings > 0 && <FindingsCard found={found} />}
          {found.files.map((file) => (
            <FileCard key={file.id} found={found} file={file} mends={mends} />
          ))}
          {mends && <AddFile found={found} />}
          {found.isChecked && <ControlCards found={found} />}
        </div>
        <div className={css["page"]}>
          <ActCard found={found} officer={officer} again={again} />
          <History found={found} />
        </div>
      </div>
    </>
  );
}

function Facts({ found }: { readonly found: Import }): ReactElement {
  const actorLabel = useActorLabel();
  const words = useMessages(importsMessages);
  const { language } = useSpoken();
  const { one: texts } = words;
  const by = (text: string, who: string) =>
    who && <span>{fill(text, { who: actorLabel(who) })}</span>;
  const ended = found.state === "undone" ? texts.undoneBy : texts.discardedBy;
  return (
    <div className={css["facts"]}>
      <StateBadge state={found.state} words={words} />
      <span>
        {fill(texts.by, {
          who: actorLabel(found.createdBy),
          day: formatDay(found.createdOn, language),
        })}
      </span>
      {by(texts.sentBy, found.preparedBy)}
      {by(texts.postedBy, found.postedBy)}
      {by(ended, found.endedBy)}
    </div>
  );
}

function AddFile({ found }: { readonly found: Import }): ReactElement {
  const { add } = useMessages(importsMessages);
  const [isOpen, setOpen] = useState(found.files.length === 0);
  const renew = useRenewImports();
  const taken = (): void => {
    setOpen(false);
    void renew();
  };
  if (!isOpen) {
    return (
      <div className={css["actions"]}>
        <Button onClick={() => setOpen(true)}>{add.more}</Button>
        <span>{add.moreText}</span>
      </div>
    );
  }
  return (
    <Card title={add.more} padded>
      <UploadForm into={found.id} onTaken={taken} onCancel={() => setOpen(false)} />
    </Card>
  );
}
