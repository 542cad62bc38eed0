import { auditTrailEn, type AuditTrailWords } from "#shared/messages/oversight/audit-trail-en.ts";
import { auditTrailSw } from "#shared/messages/oversight/audit-trail-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the page of the audit trail. */
export const useAuditTrailWords = inBoth<AuditTrailWords>({ en: auditTrailEn, sw: auditTrailSw });
