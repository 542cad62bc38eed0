import { splitMessages, statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { later } from "./later.ts";

const ConfirmNotice = later("ConfirmNotice");

/** Opens the privacy notice. */
export function ReadNotice(): ReactElement {
  const { needs } = useMessages(statementsMessages);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {needs.readNotice}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ConfirmNotice onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const ConfirmMobile = later("ConfirmMobile");

/** Opens the confirmation of the number by a code. */
export function ConfirmButton(): ReactElement {
  const { needs } = useMessages(splitMessages);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {needs.confirm}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ConfirmMobile mobile="" onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const StopChange = later("StopChange");

/** Opens the confirmation to stop a change of contact details. */
export function StopButton(): ReactElement {
  const { needs } = useMessages(statementsMessages);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {needs.changeStop}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <StopChange onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
