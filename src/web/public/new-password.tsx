import type { ReactElement } from "react";
import type { Messages } from "#shared/messages/en.ts";
import { SHORTEST_PASSWORD } from "#shared/password-length.ts";
import { useWords } from "#web/lib/language.ts";
import type { FieldBinding, FieldNote } from "#web/ui/field.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { publicCss as css } from "./public-page.tsx";

/** As `passwordProblem` of the server counts: in code points of the NFKC form. */
const lengthOf = (password: string): number => Array.from(password.normalize("NFKC")).length;

export interface NewPasswordProps {
  readonly password: FieldBinding;
  readonly confirmation: FieldBinding;
}

/** A new password, typed twice; the hints show the rules while it is typed. */
export function NewPassword({ password, confirmation }: NewPasswordProps): ReactElement {
  const { newPassword } = useWords();
  return (
    <div className={css["pair"]}>
      <PasswordField
        label={newPassword.password}
        bind={password}
        autoComplete="new-password"
        note={lengthNote(password.value, newPassword)}
      />
      <PasswordField
        label={newPassword.confirmation}
        bind={confirmation}
        autoComplete="new-password"
        note={sameNote(password.value, confirmation.value, newPassword)}
      />
    </div>
  );
}

/** The problems of a new password that can be found in the browser; the server checks the rest. */
export function newPasswordProblems(
  values: { readonly password: string; readonly password_confirmation: string },
  words: Messages,
): { password?: string; password_confirmation?: string } {
  const { password, password_confirmation: confirmation } = values;
  return {
    ...(password && lengthOf(password) < SHORTEST_PASSWORD
      ? { password: words.newPassword.hint }
      : {}),
    ...(confirmation && confirmation !== password
      ? { password_confirmation: words.newPassword.mismatch }
      : {}),
  };
}

function lengthNote(password: string, words: Messages["newPassword"]): FieldNote {
  return lengthOf(password) < SHORTEST_PASSWORD
    ? { kind: "hint", text: words.hint }
    : { kind: "ok", text: words.longEnough };
}

function sameNote(
  password: string,
  confirmation: string,
  words: Messages["newPassword"],
): FieldNote | undefined {
  if (!confirmation) return undefined;
  return confirmation === password
    ? { kind: "ok", text: words.same }
    : { kind: "info", text: words.notSame };
}
