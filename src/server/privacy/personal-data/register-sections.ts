import type { PersonalSection } from "./section.ts";

/** The member's details, consents, requests, login, messages and access log. */
export const registerSections: readonly PersonalSection[] = [
  {
    name: "register",
    tables: ["member"],
    columns: {
      memberNo: "text",
      fullName: "text",
      nationalId: "text",
      mobile: "text",
      confirmedAt: "moment",
      emailConfirmedAt: "moment",
      email: "text",
      postalAddress: "text",
      language: "language",
      languageChosenAt: "moment",
      joinedOn: "date",
      registeredAt: "moment",
      leftOn: "date",
      importRun: "number",
      gender: "sex",
      residence: "text",
      statedAge: "number",
      statedOn: "date",
      registeredBy: "actor",
      membership: "memberState",
      surname: "text",
      firstNames: "text",
      payrollNo: "text",
      kraPin: "text",
    },
    text: `select member_no as "memberNo", full_name as "fullName", national_id as "nationalId",
        mobile_number as mobile, mobile_confirmed_at as "confirmedAt", email,
        email_confirmed_at as "emailConfirmedAt",
        postal_address as "postalAddress", language,
        language_chosen_at as "languageChosenAt", joined_on as "joinedOn",
        registered_at as "registeredAt", left_on as "leftOn", import_run_id as "importRun",
        gender, residence, stated_age as "statedAge", stated_age_on as "statedOn",
        registered_by as "registeredBy", membership, surname,
        first_names as "firstNames", payroll_no as "payrollNo", kra_pin as "kraPin"
      from member where id = $1`,
  },
  {
    name: "nextOfKin",
    tables: ["next_of_kin"],
    columns: { number: "number", fullName: "text", relation: "text", shareBp: "percent" },
    text: `select position as number, full_name as "fullName", relation,
        share_bp as "shareBp" from next_of_kin
      where member_id = $1 order by position`,
  },
  {
    name: "nomineeChanges",
    tables: ["nominee_change"],
    columns: { at: "moment", oldNominees: "text", newNominees: "text" },
    text: `select changed_at as at, old_list as "oldNominees", new_list as "newNominees"
      from nominee_change where member_id = $1 order by id`,
  },
  {
    name: "contactChanges",
    tables: ["contact_change_request"],
    columns: {
      askedAt: "moment",
      oldMobile: "text",
      mobile: "text",
      email: "text",
      oldEmail: "text",
      residence: "text",
      kin: "text",
      identifiedBy: "identifiedBy",
      state: "changeState",
      reason: "text",
      heldUntil: "moment",
      endedAt: "moment",
    },
    text: `select asked_at as "askedAt", old_mobile_number as "oldMobile",
        mobile_number as mobile, email, old_email as "oldEmail", residence,
        array_to_string(next_of_kin, ', ') as kin, identified_by as "identifiedBy", state,
        asked_because as reason,
        held_until as "heldUntil", coalesce(in_force_at, ended_at) as "endedAt"
      from contact_change_request where member_id = $1 order by id`,
  },
  {
    name: "suspensions",
    tables: ["member_suspension"],
    columns: { createdAt: "moment", reason: "text", endedAt: "moment", removal: "text" },
    text: `select suspended_at as "createdAt", reason, resumed_at as "endedAt",
        resumed_because as removal
      from member_suspension where member_id = $1 order by id`,
  },
  {
    name: "consents",
    tables: ["privacy_consent"],
    columns: { version: "number", at: "moment", way: "consentWay" },
    text: `select version, confirmed_at as at, way from privacy_consent
      where member_id = $1 order by version`,
  },
  {
    name: "requests",
    tables: ["privacy_request"],
    columns: {
      number: "number",
      receivedOn: "date",
      dueOn: "date",
      kind: "privacyKind",
      detail: "privacyDetail",
      shouldBe: "text",
      note: "text",
      state: "privacyState",
      answer: "text",
      answeredAt: "moment",
    },
    text: `select id as number, received_on as "receivedOn", due_on as "dueOn", kind, detail,
        should_be as "shouldBe", note, state, answer, answered_at as "answeredAt"
      from privacy_request where member_id = $1 order by id`,
  },
  {
    name: "requestSteps",
    tables: ["privacy_request_step"],
    columns: { number: "number", step: "requestStep", at: "moment", by: "actor" },
    text: `select r.id as number, s.step, s.taken_at as at, s.taken_by as by
      from privacy_request r join privacy_request_step s on s.request_id = r.id
      where r.member_id = $1 order by s.id`,
  },
  {
    name: "copiesGiven",
    tables: ["privacy_copy"],
    columns: { number: "number", at: "moment", by: "actor", what: "copyFormat" },
    text: `select r.id as number, c.given_at as at, c.given_by as by, c.format as what
      from privacy_request r join privacy_copy c on c.request_id = r.id
      where r.member_id = $1 order by c.id`,
  },
  {
    name: "approvals",
    tables: ["approval"],
    columns: {
      number: "number",
      kind: "approvalKind",
      askedAt: "moment",
      by: "actor",
      reason: "text",
      detail: "approvalDetail",
      state: "approvalState",
      endedAt: "moment",
      decidedBy: "actor",
      answer: "text",
    },
    text: `select a.id as number, a.kind, a.requested_at as "askedAt", a.requested_by as by,
        a.reason, a.payload::text as detail, a.state, a.decided_at as "endedAt",
        coalesce(a.decided_by, '') as "decidedBy", a.decided_because as answer
      from approval a join member m on 'member:' || m.member_no in (a.about, a.subject)
      where m.id = $1 order by a.id`,
  },
  {
    name: "login",
    tables: ["login", "sign_in_standing"],
    columns: {
      memberNo: "text",
      createdAt: "moment",
      changedAt: "moment",
      failures: "number",
      pausedUntil: "moment",
    },
    text: `select m.member_no as "memberNo", l.created_at as "createdAt",
        l.password_changed_at as "changedAt", s.failures, s.paused_until as "pausedUntil"
      from member m left join login l on l.member_id = m.id
        left join sign_in_standing s on s.login_no = m.member_no
      where m.id = $1 and (l.id is not null or s.login_no is not null)`,
  },
  {
    name: "codeCounts",
    tables: ["otp_standing"],
    columns: {
      by: "codesAskedBy",
      codesOn: "date",
      codesSent: "number",
      codesFailed: "number",
      codesInARow: "number",
      codesClosedAt: "moment",
    },
    text: `select o.asked_by as by, o.day as "codesOn", o.sends as "codesSent",
        o.failures as "codesFailed", o.consecutive_failures as "codesInARow",
        o.closed_at as "codesClosedAt"
      from member m join otp_standing o on o.member_no = m.member_no
      where m.id = $1 order by o.asked_by`,
  },
  {
    name: "sessions",
    tables: ["session"],
    columns: {
      createdAt: "moment",
      seenAt: "moment",
      endedAt: "moment",
      reason: "sessionEnd",
      device: "text",
    },
    // An open session has no end yet; a session that was not ended explicitly ended when it
    // expired.
    text: `select s.created_at as "createdAt", s.last_seen_at as "seenAt", t.ended as "endedAt",
        case when t.ended is null then 'open' else s.end_reason end as reason,
        s.device_name as device
      from login l join session s on s.login_id = l.id
        cross join lateral (select
          least(s.expires_at, s.last_seen_at + make_interval(secs => s.idle_seconds)) as lapse) u
        cross join lateral (select
          coalesce(s.ended_at, case when u.lapse <= akiba_now() then u.lapse end) as ended) t
      where l.member_id = $1 order by s.id`,
  },
  {
    name: "codes",
    tables: ["otp"],
    columns: { createdAt: "moment", purpose: "codePurpose", tries: "number", usedAt: "moment" },
    text: `select o.issued_at as "createdAt", o.purpose, o.tries, o.used_at as "usedAt"
      from member m join otp o on o.member_no = m.member_no
      where m.id = $1 order by o.issued_at, o.id`,
  },
  {
    name: "messages",
    tables: ["outbox_message"],
    columns: {
      createdAt: "moment",
      channel: "channel",
      recipient: "text",
      message: "messageName",
      state: "messageState",
      endedAt: "moment",
    },
    // If two members share a number, a message is only shown to the one it names.
    text: `with place as (
        select m.mobile_number as recipient, 'infinity'::timestamptz as until
          from member m where m.id = $1
        union select m.email, 'infinity' from member m where m.id = $1
        union select c.old_mobile_number, c.in_force_at from contact_change_request c
          where c.member_id = $1 and c.state = 'in-force'
      )
      select distinct on (o.id) o.created_at as "createdAt", o.channel, o.recipient,
        o.template as message, o.state, o.finished_at as "endedAt"
      from place p join outbox_message o
        on o.recipient = p.recipient and o.created_at < p.until
      where p.recipient <> '' and coalesce(
        o.params ->> 'memberNo' = (select member_no from member where id = $1),
        not exists (
          select from member other where other.id <> $1
            and (other.mobile_number collate "C" = p.recipient or other.email = p.recipient)))
      order by o.id`,
  },
  {
    name: "staff",
    tables: ["staff"],
    columns: {
      staffNo: "text",
      fullName: "text",
      role: "staffRole",
      mobile: "text",
      email: "text",
    },
    text: `select staff_no as "staffNo", full_name as "fullName", role, mobile_number as mobile,
        email from staff where member_id = $1`,
  },
  {
    name: "auditLog",
    tables: ["audit_record"],
    columns: { at: "moment", action: "auditAction", by: "actor", about: "subject" },
    text: `select r.at, r.action, r.actor as by, r.subject as about
      from member m join lateral (
        select * from audit_record where subject = 'member:' || m.member_no
        union select * from audit_record where subject = 'login:' || m.member_no
        union select * from audit_record where actor = 'member:' || m.member_no
          and actor like 'member:%'
      ) r on true
      where m.id = $1 and r.action <> 'looked' order by r.seq`,
  },
  {
    name: "accesses",
    tables: ["audit_record"],
    columns: { at: "moment", by: "text", what: "access" },
    text: `select r.at, coalesce(s.full_name, split_part(r.actor, ':', 2)) as by,
        coalesce(r.detail ->> 'call', '') as what
      from member m join audit_record r on r.subject = 'member:' || m.member_no
        left join staff s on 'staff:' || s.staff_no = r.actor
      where m.id = $1 and r.action = 'looked' order by r.seq`,
  },
];
