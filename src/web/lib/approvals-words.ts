import { approvalsEn, type ApprovalsWords } from "#shared/messages/oversight/approvals-en.ts";
import { approvalsSw } from "#shared/messages/oversight/approvals-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the approvals page. */
export const useApprovalsWords = inBoth<ApprovalsWords>({ en: approvalsEn, sw: approvalsSw });
