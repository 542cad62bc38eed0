import { moneyInSql } from "#server/kernel/platform/money-in-sql.ts";
import { contactInSql } from "#server/messaging/outbox/society-contact.ts";

/**
 * The SELECT of the members to notify of a reversed placement: the member it credited and the one
 * whose number the line has, each once, by SMS and by e-mail; the placement is $1.
 */
export const unplacedMessage = `select c.channel, c.recipient, m.language, jsonb_build_object(
    ${contactInSql.pairs},
    'month', to_char(b.month, 'YYYY-MM'),
    'amount', ${moneyInSql("r.amount_cents")})
  from check_off_release r join check_off_batch b on b.id = r.batch_id
    join check_off_line n on n.batch_id = r.batch_id and n.row_no = r.row_no
    join member m on m.id in (r.member_id, n.member_id)
    ${contactInSql.join} cross join lateral (
    values ('sms', m.mobile_number), ('email', m.email)) as c (channel, recipient)
  where r.id = $1`;
