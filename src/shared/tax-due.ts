/**
 * The working days within which withheld tax is remitted, counted from the day after it is
 * withheld: section 35 of Kenya's Income Tax Act, as amended from 1 July 2023.
 */
export const TAX_REMITTANCE_DAYS = 5;
