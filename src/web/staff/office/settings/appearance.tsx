import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { look as lookEndpoint } from "#shared/contract/office/settings.ts";
import { call } from "#web/lib/api.ts";
import { useRequest, useRenew } from "#web/lib/query.ts";
import { reloadSociety } from "#web/lib/society.ts";
import { Changes } from "./changes.tsx";
import { ColourCard } from "./colour-card.tsx";
import { LogoCard } from "./logo-card.tsx";
import { Part } from "./section.tsx";
import { type Seen, useSeen } from "./versioned.ts";

export type Look = z.output<typeof lookEndpoint.answer>;

export interface LookCardProps {
  readonly held: Seen<Look>;
  readonly mayEdit: boolean;
  /** Applies what was saved, everywhere. */
  readonly onSaved: () => Promise<void>;
}

/** The society's colour and logo. */
export function LookPart({ mayEdit }: { readonly mayEdit: boolean }): ReactElement {
  const words = useMessages(settingsMessages);
  const load = useRequest(lookEndpoint);
  return (
    <Part load={load} title={words.look.colour} rows={6}>
      {(kept) => <Cards kept={kept} mayEdit={mayEdit} />}
    </Part>
  );
}

function Cards({ kept, mayEdit }: { readonly kept: Look; readonly mayEdit: boolean }) {
  const { look } = useMessages(settingsMessages);
  const renew = useRenew();
  const held = useSeen(kept, () => call(lookEndpoint));
  const onSaved = async (): Promise<void> => {
    await Promise.all([renew(lookEndpoint), reloadSociety().catch(() => {})]);
  };
  return (
    <>
      <ColourCard held={held} mayEdit={mayEdit} onSaved={onSaved} />
      <LogoCard held={held} mayEdit={mayEdit} onSaved={onSaved} />
      <Changes changes={kept.changes} names={look as unknown as Readonly<Record<string, string>>} />
    </>
  );
}
