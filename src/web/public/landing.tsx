import { type FormEvent, type ReactElement, useState } from "react";
import { notices } from "#shared/contract/office/society.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequestOnce } from "#web/lib/loading.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { useSociety } from "#web/lib/society.ts";
import { pastedAddress, paths } from "#web/paths.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Heading } from "#web/ui/heading.tsx";
import { AskOffice } from "#web/ui/office.tsx";
import { OfflineBanner } from "#web/ui/offline-banner.tsx";
import { Bar, Skeleton } from "#web/ui/skeleton.tsx";
import { PublicSettings, TopBar } from "#web/ui/top-bar.tsx";
import css from "./landing.module.css";

/** The notices that matter before signing in; the others are one press away. */
const SHOWN_HERE = new Set([3, 4, 5]);

export function Landing(): ReactElement {
  const { landing, information } = useSpoken().words;
  const { organisationName, legalName, postalAddress } = useSociety();
  return (
    <>
      <TopBar home={paths.landing}>
        <PublicSettings />
      </TopBar>
      <main id="main" className={css["page"]}>
        <OfflineBanner />
        <div className={css["hero"]}>
          <div>
            <Heading>{organisationName}</Heading>
            <p className={css["lead"]}>{landing.lead}</p>
            <div className={css["ways-in"]}>
              <LinkButton look="primary" width="full-on-phones" to={paths.login}>
                {landing.login}
              </LinkButton>
              <LinkButton width="full-on-phones" to={paths.signUp}>
                {landing.create}
              </LinkButton>
            </div>
          </div>
          <NoticesPanel />
        </div>
        <div className={css["three"]}>
          <section>
            <h2>{landing.creating}</h2>
            <p>{landing.creatingText}</p>
          </section>
          <section>
            <h2>{landing.cannot}</h2>
            <p>
              <AskOffice />
            </p>
          </section>
          <section>
            <h2 id="check-a-statement">{landing.check}</h2>
            <p>{landing.checkText}</p>
            <CheckStatement />
          </section>
        </div>
        <footer className={css["foot"]}>
          <span>{[legalName || organisationName, postalAddress].filter(Boolean).join(", ")}</span>
          <span>
            <Link to={paths.information}>{information.title}</Link>
          </span>
        </footer>
      </main>
    </>
  );
}

/** Opens the page that verifies a code; that page checks the code. */
function CheckStatement(): ReactElement {
  const { landing } = useSpoken().words;
  const { go } = useNavigation();
  const [code, setCode] = useState("");
  const check = (event: FormEvent): void => {
    event.preventDefault();
    go(code.trim() ? pastedAddress(code.trim()) : paths.verify);
  };
  return (
    <form className={css["check"]} aria-labelledby="check-a-statement" onSubmit={check}>
      <input
        aria-label={landing.code}
        placeholder={landing.codeExample}
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit">{landing.checkSubmit}</Button>
    </form>
  );
}

function NoticesPanel(): ReactElement {
  const { words } = useSpoken();
  return (
    <section className={css["panel"]} aria-labelledby="good-to-know">
      <h2 id="good-to-know">{words.landing.good}</h2>
      <Notices />
      <p className={css["all"]}>
        <Link to={paths.information}>{words.landing.all}</Link>
      </p>
    </section>
  );
}

function Notices(): ReactElement {
  const { words, language } = useSpoken();
  const load = useRequestOnce(notices);
  if (load.state === "loading") {
    return (
      <Skeleton label={words.information.loading}>
        <ul className={css["ghost"]}>
          {[...SHOWN_HERE].map((number) => (
            <li key={number}>
              <Bar size="middle" />
              <Bar size="long" />
            </li>
          ))}
        </ul>
      </Skeleton>
    );
  }
  if (load.state === "failed") {
    return (
      <p role="alert">
        {words.information.failed}.{" "}
        <button type="button" className={css["again"]} onClick={load.retry}>
          {words.common.retry}
        </button>
      </p>
    );
  }
  const shown = load.data.filter((notice) => SHOWN_HERE.has(notice.number));
  if (shown.length === 0) return <p>{words.information.emptyText}</p>;
  return (
    <ul>
      {shown.map((notice) => (
        <li key={notice.number}>
          <h3>{notice.title[language].replace(/\.$/, "")}</h3>
          {notice.text[language]}
        </li>
      ))}
    </ul>
  );
}
