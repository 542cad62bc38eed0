/** One person requests a staff change, and another approves it. */
const APPROVERS_NEEDED = 2;

/**
 * Whether the staff approve their own changes, so that the operator may no longer invite. Takes how
 * many different people can approve one.
 */
export function approveThemselves(approvers: number): boolean {
  return approvers >= APPROVERS_NEEDED;
}
