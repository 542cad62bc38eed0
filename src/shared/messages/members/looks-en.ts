/** The words of who has looked at a member's record, for the desk and the member, in English. */
export const looksEn = {
  title: "Who looked at this record",
  yours: "Who opened your record",
  nobody: "Nobody so far",
  yoursNone: "When somebody of the office opens your record, their name and the time stand here.",
  loading: "Loading who looked",
  failed: "We could not load who looked",
  rest: "Show the others",
  more: "Show earlier ones",
  when: "{date}, {time}",
  what: {
    record: "Opened the record",
    details: "Read the details",
    statement: "Read a statement or a total",
    document: "Had a statement made",
    loans: "Read about a loan",
    looks: "Read who looked",
  },
};

export type LooksWords = typeof looksEn;
