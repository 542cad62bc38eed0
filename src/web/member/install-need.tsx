import { useEffect, useState } from "react";
import { fill } from "#shared/language.ts";
import { keep, readKept } from "#web/lib/browser-storage.ts";
import { endInstallOffer, useInstallOffer } from "#web/lib/install-offer.ts";
import { statementsMessages } from "#web/lib/member-texts.ts";
import { useSociety } from "#web/lib/society.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";

/**
 * Offers to install the portal, once per browser and never on a shared device. Empty otherwise, and
 * if the browser has not offered it.
 */
export function useInstallNeed() {
  const { install: words } = useMessages(statementsMessages);
  const { shortName, organisationName } = useSociety();
  const offer = useInstallOffer();
  const [isDue] = useState(() => readKept("shared") === null && readKept("install") === null);
  const isOffered = isDue && offer !== null;
  useEffect(() => {
    if (isOffered) keep("install", "offered");
  }, [isOffered]);
  if (!isOffered) return [];
  const install = async (): Promise<void> => {
    await offer.prompt();
    endInstallOffer();
  };
  return [
    {
      key: "install",
      icon: "phone" as const,
      title: fill(words.title, { name: shortName || organisationName }),
      text: words.text,
      action: (
        <Button small onClick={() => void install()}>
          {words.act}
        </Button>
      ),
    },
  ];
}
