/** The time zone of the society; `akiba_today()` uses the same one. */
export const TIME_ZONE = "Africa/Nairobi";

/** SQL for the local time of an instant in Nairobi, or for the instant of a local time there. */
export const inNairobi = (at: string) => `${at} at time zone '${TIME_ZONE}'`;

/** SQL for the day of an instant in Nairobi, as a date. */
export const nairobiDay = (at: string) => `(${inNairobi(at)})::date`;

/** SQL for the day of an instant in Nairobi as text: `2026-11-25`. */
export const nairobiDayText = (at: string) => `to_char(${inNairobi(at)}, 'YYYY-MM-DD')`;

/** SQL for the time of day of an instant in Nairobi as text: `14:05`. */
export const nairobiTime = (at: string) => `to_char(${inNairobi(at)}, 'HH24:MI')`;

/** SQL for the day and time of an instant in Nairobi as text: `2026-11-25 14:05`. */
export const nairobiMoment = (at: string) => `to_char(${inNairobi(at)}, 'YYYY-MM-DD HH24:MI')`;
