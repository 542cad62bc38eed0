/** Names the field that a search without a code lacks; null if it has both an amount and a day. */
export function missingSearchField({
  amount,
  day,
}: {
  readonly amount: string;
  readonly day: string;
}) {
  if (amount === "" && day === "") return "receipt";
  if (day === "") return "day";
  return amount === "" ? "amount" : null;
}
