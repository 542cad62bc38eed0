import { ownBankMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { choosePayout, type PayoutChoice } from "#shared/contract/payouts/own-bank.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Standing } from "./bank-account-page.tsx";
import css from "./own-bank.module.css";

/** Where the member's loans, dividends and refunds are paid, and the other choice. */
export function ChoiceCard({ standing }: { readonly standing: Standing }): ReactElement {
  const { choice: words } = useMessages(ownBankMessages);
  const { language } = useSpoken();
  const cache = useQueryClient();
  const { paidBy, phoneFrom, current } = standing;
  const other = paidBy === "phone" || phoneFrom !== undefined ? "bank" : "phone";
  const { busy, failed, run } = useAction(async (chosen: PayoutChoice) => {
    await call(choosePayout, { params: {}, body: { paidBy: chosen } });
    showToast({ kind: "success", text: words.done[chosen] });
    await cache.invalidateQueries();
  });
  const labels = { phone: words.toPhone, bank: phoneFrom ? words.stays : words.toBank };
  return (
    <Card title={words.title}>
      <Facts facts={[{ term: words.now, value: words.ways[paidBy] }]} />
      <div className={css["note"]}>
        <p>{words.text}</p>
        {paidBy === "bank" && (
          <p>{current?.progress === "usable" ? words.bankText : words.waits}</p>
        )}
        {phoneFrom && (
          <Badge icon="clock" meaning="info">
            {fill(words.from, { day: formatDay(phoneFrom, language) })}
          </Badge>
        )}
        {other === "phone" && <p>{words.phoneText}</p>}
        {failed && <Tip meaning="bad">{failed}</Tip>}
        {current && (
          <Button needsNetwork small blocked={busy} onClick={() => run(other)}>
            {labels[other]}
          </Button>
        )}
      </div>
    </Card>
  );
}
