/** The texts of the page of the automatic tasks. */
export const systemEn = {
  title: "System",
  lead: "The tasks that the portal runs by itself, and how each last run ended.",
  loading: "Loading the tasks",
  failed: "The tasks could not be loaded.",
  none: "No automatic tasks",
  noneText: "The tasks appear here once the server knows them.",
  jobs: "Automatic tasks",
  columns: {
    job: "Task",
    schedule: "Schedule",
    lastRun: "Last run",
    duration: "Duration",
    result: "Result",
  },
  nightly: "Each night from 02:00",
  weekly: "Once a week from 02:00",
  always: "All the time",
  daily: "Daily",
  hourly: "Hourly",
  eachMinute: "Each minute",
  minutes: "Every {count} minutes",
  notYet: "Not yet",
  seconds: "{count} s",
  inARow: "{state}, {count} times in a row",
  states: {
    running: "Running",
    succeeded: "Succeeded",
    failed: "Failed",
    overdue: "Overdue",
    never: "Not run yet",
    off: "Not in use",
  },
};

export type SystemWords = typeof systemEn;
