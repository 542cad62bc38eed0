import type { ResultCallback } from "#shared/contract/payouts/provider.ts";

/** The id of an attempt of ours. */
export const ATTEMPT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds the values of a result by their keys. */
export function parameterOf({ ResultParameters: told }: ResultCallback["Result"]) {
  const listed = told?.ResultParameter ?? [];
  const parameters = Array.isArray(listed) ? listed : [listed];
  return (key: string) => parameters.find(({ Key }) => Key === key)?.Value;
}
