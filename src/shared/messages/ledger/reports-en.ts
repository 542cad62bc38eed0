/** The words of the income statement and the balance sheet, in English. */
export const reportsEn = {
  income: {
    title: "Income statement",
    period: "{from} to {to}, next to the same period a year earlier",
    loading: "Loading the income statement",
    failed: "The income statement could not be loaded",
    from: "From",
    to: "To",
    surplus: "Surplus",
    deficit: "Deficit",
  },
  balance: {
    title: "Balance sheet",
    period: "At the end of {to}, next to the end of {before}",
    loading: "Loading the balance sheet",
    failed: "The balance sheet could not be loaded",
    day: "At the end of",
    owed: "Liabilities and equity",
    ties: "Assets equal liabilities and equity",
    differs: "Assets differ from liabilities and equity by {amount}",
  },
  sections: {
    asset: "Assets",
    liability: "Liabilities",
    equity: "Equity",
    income: "Income",
    expense: "Expenses",
  },
  total: "Total: {section}",
  surplusOfYear: "Surplus of the year to date",
  heads: { account: "Account", amount: "Ksh", before: "Year before, Ksh" },
  date: "Printed",
  note: "Calculated from the journal. Income and expenses of earlier years are part of the retained surplus.",
  empty: "Nothing was posted in that time",
  emptyText: "Choose other dates.",
  files: { pdf: "PDF", csv: "CSV", xlsx: "Excel" },
  wait: "Preparing…",
  fileFailed: "The file could not be made",
};

export type ReportWords = typeof reportsEn;
