/** The office's closing time in Nairobi: when a window to choose closes if no time is given. */
export const CLOSING_TIME = "17:00";
