/**
 * Every limit of the product with its default. An operator changes one with `LIMIT_…`. The name
 * gives the unit; a limit without one is in bytes or is a count.
 */
export const limitDefaults = {
  readsPerMinute: 120,
  readBurst: 60,
  pollsPerMinute: 600,
  pollBurst: 300,
  writesPerMinute: 60,
  writeBurst: 20,
  signInTriesPerNumberPerMinute: 120,
  signInTriesPerNumberBurst: 60,
  requestsPerIpPerMinute: 60_000,
  requestsPerIpBurst: 5000,
  applicationsPerMinute: 5,
  applicationsPerDay: 20,
  casesPerHour: 5,
  caseRepliesPerHour: 20,
  guarantorsNamedPerDay: 20,
  electionsPerDay: 10,
  promptsPerMemberPerHour: 10,
  promptsPerNumberPerHour: 6,
  promptsToOthersPerDay: 5,
  receiptSearchesPerHour: 20,
  documentsPerMinute: 20,
  documentBurst: 10,
  verificationsPerMinute: 30,
  verificationBurst: 20,
  searchesPerMinute: 30,
  searchBurst: 30,

  signInFailuresPerIp: 300,
  signInFailuresWindowMinutes: 10,
  signInFailuresBeforeDelay: 5,
  signInFirstDelaySeconds: 30,
  signInFailuresBeforeLock: 10,
  signInLockMinutes: 30,
  signInFailuresBeforeDisable: 100,

  otpLifetimeSeconds: 300,
  otpTriesPerCode: 5,
  otpFailuresPerMemberPerDay: 10,
  otpFailuresInARow: 30,
  otpFailuresForgottenPerWeek: 10,
  otpFirstResendSeconds: 60,
  otpSendsPerMemberPerDay: 5,
  otpSendsPerIpPerHour: 20,
  otpSocietyBudgetPerDay: 5000,
  otpSignedInBudgetPerDay: 5000,

  hashQueue: 256,
  hashQueueKnown: 64,
  knownSignInsPerMinute: 10,
  knownSignInBurst: 5,
  hashWaitMilliseconds: 5000,

  sessionIdleMinutes: 15,
  staffSessionIdleMinutes: 10,
  sessionHours: 8,
  sessionsPerMember: 5,
  pendingSessionMinutes: 5,
  invitationHours: 72,
  newRoleHours: 72,

  messageWaitMinutes: 15,
  payoutWaitHours: 24,

  jsonBodyBytes: 16_384,
  jsonDepth: 6,
  uploadBytes: 5_242_880,
  uploadRows: 50_000,
  uploadCells: 2_000_000,
  uploadParseMilliseconds: 10_000,
  pictureBytes: 204_800,
  headersMilliseconds: 10_000,
  requestMilliseconds: 15_000,
  statementMilliseconds: 5000,
  lockMilliseconds: 2000,
  poolAcquireMilliseconds: 2000,
  replicaWaitMilliseconds: 100,
  idempotencyHours: 48,
};

/** The value in force of every limit. */
export type Limits = Readonly<Record<keyof typeof limitDefaults, number>>;

/** The environment variable that sets a limit: `readsPerMinute` is LIMIT_READS_PER_MINUTE. */
export function limitVariable(name: string): string {
  return `LIMIT_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
