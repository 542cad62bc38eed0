/** The society refunds a member who leaves within this number of days of the request. */
export const EXIT_DAYS = 60;
