import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { list } from "#shared/contract/imports/desk.ts";
import { useRenew } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { importAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import css from "./imports.module.css";
import { UploadForm } from "./upload-form.tsx";

/** Starts an import with its first file. */
export function NewImportPage(): ReactElement {
  const { add } = useMessages(importsMessages);
  const { go } = useNavigation();
  const renew = useRenew();
  const taken = (id: string): void => {
    void renew(list);
    go(importAddress(id), { replace: true });
  };
  return (
    <div className={css["page"]}>
      <PageHeader
        title={add.title}
        place="imports new"
        lead={<Link to={paths.imports}>{add.back}</Link>}
      />
      <Card padded>
        <UploadForm onTaken={taken} />
      </Card>
    </div>
  );
}
