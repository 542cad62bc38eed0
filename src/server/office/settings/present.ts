import { toWireAmount } from "#shared/money.ts";
import { logoAddress } from "#server/kernel/documents/society-logo.ts";
import { presentChanges, versionOf } from "#server/kernel/platform/setting-change.ts";
import type { KeptLook, KeptReceiptLimits, KeptSociety } from "./queries.ts";

export function presentSociety({ values, changes }: KeptSociety) {
  return { version: versionOf(changes), ...values, changes: presentChanges(changes) };
}

export function presentReceiptLimits({ limits, changes }: KeptReceiptLimits) {
  const { openingSavings, repayment, over, day } = limits;
  return {
    version: versionOf(changes),
    openingSavings: toWireAmount(openingSavings),
    repayment: toWireAmount(repayment),
    over: toWireAmount(over),
    day: toWireAmount(day),
    changes: presentChanges(changes),
  };
}

/** The design tokens' values before a society is set up. */
const unset = { accentHue: 172, accentChroma: 0.078 };

export function presentPreview({ look, changes }: KeptLook) {
  const version = { version: versionOf(changes), changes: presentChanges(changes) };
  if (look === null) return { ...version, ...unset };
  const { logo_sha256: logo, media_type: type, width, height } = look;
  return {
    ...version,
    accentHue: look.accent_hue,
    accentChroma: look.accent_chroma,
    ...(logo !== null &&
      type !== null &&
      width !== null &&
      height !== null && { logo: { address: logoAddress(logo, type), width, height } }),
  };
}
