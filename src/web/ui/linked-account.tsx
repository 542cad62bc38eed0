import { signedInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { session } from "#shared/contract/identity/auth.ts";
import { useRequest } from "#web/lib/query.ts";
import { Icon } from "./icon.tsx";

const SwitchAccount = lazy(async () => ({
  default: (await import("#web/staff/identity/own-account/switch-account.tsx")).SwitchAccount,
}));

/** Switches between the member's own account and the desk, for a member who works here. */
export function LinkedAccount({ className }: { readonly className?: string | undefined }) {
  const { menu } = useMessages(signedInMessages);
  const who = useRequest(session);
  const [open, setOpen] = useState(false);
  if (who.state !== "loaded" || who.data.linkedAccount === "") return null;
  const { memberNo: here, linkedAccount: there, kind } = who.data;
  const toDesk = kind === "member";
  return (
    <li>
      <Button className={className} label={toDesk ? menu.desk : menu.own} press={setOpen} />
      {open && (
        <Suspense fallback={null}>
          <SwitchAccount {...{ here, there, toDesk }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  );
}

interface ButtonProps {
  readonly className: string | undefined;
  readonly label: string;
  readonly press: (open: boolean) => void;
}

function Button({ className, label, press }: ButtonProps): ReactElement {
  return (
    <button type="button" className={className} aria-haspopup="dialog" onClick={() => press(true)}>
      <Icon name="swap" />
      {label}
    </button>
  );
}
