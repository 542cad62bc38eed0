/** The texts of the list of accesses to a member's record, for desk and member, in English. */
export const accessesEn = {
  title: "Who opened this record",
  yours: "Who opened your record",
  nobody: "No one so far",
  yoursNone: "If someone at the office opens your record, you will see who and when.",
  loading: "Loading who opened the record",
  failed: "We could not load who opened the record",
  rest: "Show the rest",
  more: "Show earlier ones",
  when: "{date}, {time}",
  what: {
    record: "Opened the record",
    details: "Read the details",
    statement: "Read a statement or a total",
    document: "Issued a statement",
    loans: "Read about a loan",
    accesses: "Read who opened the record",
  },
};

export type LooksWords = typeof accessesEn;
