import type { Placement } from "#shared/contract/check-off/files.ts";
import type { Language } from "#shared/language.ts";
import { moneyInSql } from "#server/kernel/platform/money-in-sql.ts";
import { contactInSql } from "#server/messaging/outbox/society-contact.ts";

const money = moneyInSql("r.amount_cents");

const names: Readonly<Record<Language, Readonly<Record<Exclude<Placement, "loan">, string>>>> = {
  en: {
    deposits: "deposits",
    "share-capital": "share capital",
    fees: "fees",
    welfare: "welfare",
    insurance: "insurance",
  },
  sw: {
    deposits: "amana",
    "share-capital": "hisa",
    fees: "ada",
    welfare: "ustawi",
    insurance: "bima",
  },
};

function namedIn(language: Language): string {
  const cases = Object.entries(names[language]).map(([to, word]) => `when '${to}' then '${word}'`);
  return `case r.destination ${cases.join(" ")} end`;
}

/**
 * For each kind of message about a placement: the member notified, and whether the money was
 * received under another member's number.
 */
const audiences = {
  "check-off-placed": { whose: "r.member_id", isMoved: false },
  "check-off-credited": { whose: "r.member_id", isMoved: true },
  "check-off-moved": { whose: "n.member_id", isMoved: true },
} as const;

export type PlacementNews = keyof typeof audiences;
export const placementNews = Object.keys(audiences) as PlacementNews[];

/**
 * The SELECT of the members to notify of a placement, by SMS and by e-mail; batch is $1, row $2.
 */
export function newsOfPlacement(template: PlacementNews): string {
  const { whose, isMoved } = audiences[template];
  return `select c.channel, c.recipient, m.language, jsonb_build_object(
      ${contactInSql.pairs},
      'month', to_char(b.month, 'YYYY-MM'), 'amount', ${money},
      'where', coalesce(l.loan_no,
        case m.language when 'sw' then ${namedIn("sw")} else ${namedIn("en")} end))
    from check_off_release r join check_off_batch b on b.id = r.batch_id
      join check_off_line n on n.batch_id = r.batch_id and n.row_no = r.row_no
      join member m on m.id = ${whose} left join loan l on l.id = r.loan_id
      ${contactInSql.join} cross join lateral (
      values ('sms', m.mobile_number), ('email', m.email)) as c (channel, recipient)
    where r.batch_id = $1 and r.row_no = $2 and r.reversed_at is null
      and (n.member_id is not null and n.member_id <> r.member_id) = ${isMoved}`;
}
