import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { parseVerificationCode, type VerificationCode } from "#shared/verification-code.ts";
import { useForm } from "#web/lib/form.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { codeIn, codeInAddress, pastedAddress, paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { publicCss as css, PublicPage } from "./public-page.tsx";
import { Issued } from "./verify-issued.tsx";

/** Lets anybody verify a printed document by its code. */
export function Verify(): ReactElement {
  const { verify } = useMessages(statementsMessages);
  const typed = codeInAddress(useNavigation().address.pathname) ?? "";
  const code = codeOf(typed);
  if (code === null) {
    return (
      <PublicPage title={verify.title} lead={verify.lead}>
        <EnterCode typed={typed} />
        <div className={css["under"]}>
          <FileCheckLink />
        </div>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={verify.title} lead={fill(verify.codeIs, { code })} wide>
      <Issued key={code} code={code} again={<EnterCode typed={code} />} />
      <div className={css["under"]}>
        <p>
          <Icon name="search" />
          <span>
            <Link to={paths.verify}>{verify.another}</Link>
          </span>
        </p>
        <FileCheckLink />
      </div>
    </PublicPage>
  );
}

/** Links to the page that checks a PDF itself, which is a separate file, outside the router. */
function FileCheckLink(): ReactElement {
  const { verify } = useMessages(statementsMessages);
  const { language } = useSpoken();
  return (
    <p>
      <Icon name="check" />
      <span>
        <a href={`/file-check.html#${language}`}>{verify.checkFile}</a>
      </span>
    </p>
  );
}

const codeOf = (typed: string): VerificationCode | null => parseVerificationCode(codeIn(typed));

/** The field for a code, and the problem with the one in the address. */
function EnterCode({ typed }: { readonly typed: string }): ReactElement {
  const { verify } = useMessages(statementsMessages);
  const { go } = useNavigation();
  const form = useForm<"code">({
    names: ["code"],
    starting: { code: typed },
    check: ({ code }) => (codeOf(code) ? {} : { code: verify.wrongCode }),
    send: async ({ code }) => go(pastedAddress(code)),
  });
  const bind = form.bind("code");
  // The field keeps the code of the address, so that one letter can be corrected.
  const isSlip = typed !== "" && bind.value === typed && codeOf(typed) === null;
  return (
    <form className={css["card"]} onSubmit={form.submit} noValidate>
      <div className={css["form"]}>
        <Field
          label={verify.code}
          bind={isSlip ? { ...bind, error: bind.error ?? verify.wrongCode } : bind}
          note={{ kind: "hint", text: verify.hint }}
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" look="primary" width="full" blocked={form.busy}>
          {verify.submit}
        </Button>
      </div>
    </form>
  );
}
