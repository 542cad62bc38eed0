import { payInsMessages } from "#shared/messages/pay-ins/pay-ins-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { Button } from "#web/ui/button.tsx";
import css from "#web/ui/desk-page.module.css";
import type { Details } from "./payment.tsx";

interface LikelyProps {
  readonly likely: Details["likely"];
  /** The member number in the form. */
  readonly chosen: string;
  readonly onChoose: (memberNo: string) => void;
}

/** The members that a payment may be meant for; choosing one fills in the number. */
export function LikelyMembers({ likely, chosen, onChoose }: LikelyProps): ReactElement {
  const { act: words } = useMessages(payInsMessages);
  if (likely.length === 0) return <p>{words.likelyNone}</p>;
  return (
    <section className={css["form"]} aria-label={words.likely}>
      <h3>{words.likely}</h3>
      <ul className={css["likely"]}>
        {likely.map(({ memberNo, fullName, mobileNo }) => (
          <li key={memberNo}>
            <span>
              {fullName}
              <span className={css["number"]}>{`${memberNo}, ${mobileNo}`}</span>
            </span>
            <Button small blocked={chosen === memberNo} onClick={() => onChoose(memberNo)}>
              {chosen === memberNo ? words.chosen : fill(words.choose, { name: memberNo })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
