import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { useWords } from "#web/lib/language.ts";
import { useOffice, useSociety } from "#web/lib/society.ts";
import text from "./text.module.css";

/** The office's phone number as a link that dials it. */
export function Phone(): ReactElement {
  const { phone } = useSociety();
  const number = phone.replace(/[^+\d]/g, "");
  return (
    <a className={text["whole"]} href={`tel:${number}`}>
      {phone}
    </a>
  );
}

export function Email(): ReactElement {
  const { email } = useSociety();
  return <a href={`mailto:${email}`}>{email}</a>;
}

/** The office's contacts: phone and e-mail, hours and address, as far as known. */
export function AskOffice({ brief = false }: { readonly brief?: boolean }): ReactElement {
  const { office } = useWords();
  const { phone, email } = useSociety();
  const { hours, place } = useOffice();
  if (!phone && !email) return <>{office.visit}</>;
  return (
    <>
      {phone && (
        <>
          {office.call} <Phone />
        </>
      )}
      {email && (!brief || !phone) && (
        <>
          {phone ? ` ${office.or} ` : `${office.write} `}
          <Email />
        </>
      )}
      {hours ? `, ${hours}.` : "."}
      {!brief && place && ` ${fill(office.place, { place })}`}
    </>
  );
}
