import { useCodeSending } from "#web/lib/code-sending.ts";
import { type Form, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";

/** Whether what was typed has the form of a code. */
export const isCode = (typed: string): boolean => /^\d{6}$/.test(typed);

/** A code that is sent to a member, and the form that gives it. */
interface CodeForm {
  readonly code: ReturnType<typeof useCodeSending>;
  readonly form: Form<"otp">;
}

/** Holds a form whose one field is a code; `need` asks for one where none was sent yet. */
export function useCodeForm(need: string, give: (otp: string) => Promise<void>): CodeForm {
  const { problems } = useWords();
  const code = useCodeSending();
  const form = useForm<"otp">({
    names: ["otp"],
    check({ otp }) {
      if (isCode(otp)) return {};
      return { otp: code.sending.sent ? problems["otp.form"] : need };
    },
    send: ({ otp }) => give(otp),
  });
  return { code, form };
}
