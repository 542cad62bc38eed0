/**
 * The ages in hours from which the newest backup is late. The portal's own alert has no number
 * here: as any job, the backup is overdue after three of its intervals (72 hours), which is late
 * enough not to be raised while Prometheus or the doctor is still waiting for the next night.
 */
export const backupHours = {
  /** For `akiba upgrade`: a day, as an upgrade that is undone by it loses what came after it. */
  beforeUpgrade: 24,
  /** For `akiba doctor`: two hours more, as a backup takes longer in some nights than in others. */
  doctor: 26,
  /** For `AkibaBackupOld`, which wakes somebody: half a day more, once a night was left out. */
  alertRule: 36,
} as const;
