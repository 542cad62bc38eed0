/** The form of a receipt number of M-Pesa, which is not longer than the column that keeps it. */
export const MPESA_RECEIPT = /^[A-Z0-9]{1,30}$/;
