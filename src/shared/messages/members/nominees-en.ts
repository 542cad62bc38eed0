/** The words of a member's page for their nominees, in English. */
export const nomineesEn = {
  title: "Nominees",
  text: "The people who receive your savings and shares if you die.",
  open: "See or change them",
  loading: "Loading your nominees",
  failed: "Your nominees could not be loaded",
  now: "On the register",
  none: "No nominees yet",
  noneText: "Without nominees your family may need a court order.",
  share: "{share}\u00a0%",
  blocked: {
    "not-active": "Your membership is not active. Call the office if that is not right.",
    number: "Confirm your mobile number first: the code goes there.",
    held: "Your password was changed less than a day ago. Come back tomorrow.",
  },
  form: {
    title: "Change them",
    rule: "One to three people. The shares add up to 100 %.",
    person: "Nominee {number}",
    name: "Name",
    relation: "Relation",
    share: "Share, %",
    sum: "The shares add up to {sum} % so far. They must add up to 100 %.",
    next: "Continue",
    question: "Change your nominees to these?",
    again: "Change something",
    need: "Press Send code first, then type the code from the message.",
    send: "Send code to {number}",
    submit: "Change my nominees",
    whole: "Write the name, the relation and the share, or leave all three empty.",
    format: "Use a share from 0.01 to 100, such as 33.33.",
    written: { name: "Use 2 to 100 letters.", relation: "Use 2 to 60 letters." },
  },
  done: "Your nominees were changed",
};

export type NomineesWords = typeof nomineesEn;
