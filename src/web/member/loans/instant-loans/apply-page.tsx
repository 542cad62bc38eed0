import { loanPagesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { policyInForce } from "#shared/contract/loans/instant-loans.ts";
import { member as memberEndpoint } from "#shared/contract/members/records.ts";
import type { Load } from "#web/lib/loading.ts";
import { useRequest } from "#web/lib/query.ts";
import { useSessionState } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton, SkeletonLines } from "#web/ui/skeleton.tsx";
import { FailedState } from "#web/ui/empty-state.tsx";
import { ApplyForm, useApplyForm } from "./apply-form.tsx";
import { Blocked, BorrowCard } from "./borrow-card.tsx";
import { CostCard, Peek } from "./cost-card.tsx";
import type { Policy } from "./figures.ts";
import live from "#web/ui/live-figures.module.css";
import css from "./loans.module.css";

/** Apply Instant Loan: how much can be borrowed, the live cost, and the application. */
export function ApplyPage(): ReactElement {
  const { apply } = useMessages(loanPagesMessages);
  const memberNo = useSessionState().session?.memberNo ?? "";
  const policy = useRequest(policyInForce);
  const member = useRequest(memberEndpoint, { params: { memberNo } });
  const load = both(policy, member);
  return (
    <>
      <PageHeader
        title={apply.title}
        lead={apply.lead}
        actions={
          <LinkButton small to={paths.loanList}>
            {apply.mine}
          </LinkButton>
        }
      />
      {load.state === "loaded" && <Applying {...load.data} memberNo={memberNo} />}
      {load.state === "loading" && <Ghost />}
      {load.state === "failed" && (
        <Card>
          <FailedState title={apply.failed} error={load.error} retry={load.retry} />
        </Card>
      )}
    </>
  );
}

/** A placeholder of the form and its figures while they load. */
function Ghost(): ReactElement {
  const { apply, cost } = useMessages(loanPagesMessages);
  return (
    <Skeleton label={apply.loading}>
      <div className={css["apply"]}>
        <Card>
          <SkeletonLines rows={7} />
        </Card>
        <Card title={cost.title}>
          <SkeletonLines rows={4} />
        </Card>
      </div>
    </Skeleton>
  );
}

/** The data the form needs: the loan costs and the applicant. */
function both(
  policy: Load<Policy>,
  member: Load<z.output<typeof memberEndpoint.answer>>,
): Load<Omit<ApplyingProps, "memberNo">> {
  if (policy.state !== "loaded") return policy;
  if (member.state !== "loaded") return member;
  return { state: "loaded", data: { policy: policy.data, name: member.data.holdersName } };
}

interface ApplyingProps {
  readonly policy: Policy;
  readonly name: string;
  readonly memberNo: string;
}

function Applying({ policy, name, memberNo }: ApplyingProps): ReactElement {
  const application = useApplyForm(policy, memberNo);
  const { figures, load } = application.borrowing;
  return (
    <div className={css["apply"]}>
      <div className={layout["stack"]}>
        <Blocked load={load} />
        <Card padded>
          <ApplyForm application={application} policy={policy} applicant={{ name, memberNo }} />
        </Card>
        <BorrowCard load={load} />
      </div>
      <div className={live["live"]}>
        <CostCard policy={policy} figures={figures} />
      </div>
      <Peek figures={figures} />
    </div>
  );
}
