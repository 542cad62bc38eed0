import type { TransferWords } from "./transfers-en.ts";

/** The words of a member's page for moving money between their own accounts, in Kiswahili. */
export const transfersSw: TransferWords = {
  title: "Hamisha pesa",
  lead: "Kutoka akaunti yako ya kutoa hadi amana, hisa au mkopo wako. Papo hapo, bila ada.",
  back: "Akaunti ya kutoa",
  loading: "Inapakia akaunti zako",
  failed: "Akaunti zako hazikupakika",
  blocked: {
    "not-active": {
      title: "Huwezi kuhamisha pesa sasa",
      text: "Uanachama wako haujawashwa. Piga simu ofisini kama si sahihi.",
    },
    leaving: {
      title: "Huwezi kuhamisha pesa sasa",
      text: "Unaondoka kwenye chama, kwa hiyo ofisi inamaliza akaunti zako zote pamoja.",
    },
    "no-account": {
      title: "Huna akaunti ya kutoa",
      text: "Ukiwa nayo, utahamisha pesa kutoka humo hapa.",
    },
  },
  form: {
    title: "Utakachohamisha",
    from: "Kutoka akaunti",
    to: "Kwenda",
    destinations: { deposits: "Amana", "share-capital": "Hisa", loan: "Mkopo" },
    loan: "Mkopo",
    chooseLoan: "Chagua mkopo wa kulipa",
    owes: "{loanNo}, deni Ksh {owed}",
    noLoans: "Huna mkopo wa kulipa.",
    amount: "Kiasi kwa Ksh",
    upTo: "Kisichozidi {most}",
    more: "Tumia kisichozidi Ksh {most}.",
    move: "Hamisha pesa",
  },
  preview: {
    title: "Baada ya kuhamisha",
    account: "Akaunti ya kutoa",
    empty: "Andika kiasi uone salio zote mbili baada ya kuhamisha.",
    change: "{before} → {after}",
    final: {
      deposits: "Amana haziwezi kutolewa ukiwa mwanachama.",
      "share-capital": "Hisa haziwezi kutolewa. Unaweza tu kumpa mwanachama mwingine.",
      loan: "Rejesho linahesabiwa leo.",
    },
  },
  confirm: {
    title: "Uhamishe Ksh {amount}?",
    text: "Kutoka akaunti ya kutoa {account} hadi {where}.",
    where: { deposits: "amana zako", "share-capital": "hisa zako", loan: "mkopo {loanNo}" },
    yes: "Hamisha Ksh {amount}",
    no: "Badilisha kitu",
  },
  done: "Ksh {amount} zimehamishwa",
  doneDetail: "Kumbukumbu {reference}",
  history: {
    title: "Ulichohamisha",
    none: "Hujahamisha kitu bado",
    noneText: "Kila uhamisho huonekana hapa na kumbukumbu yake.",
    heads: { when: "Tarehe", to: "Kwenda", reference: "Kumbukumbu", amount: "Kiasi Ksh" },
  },
  card: {
    title: "Akaunti ya kutoa",
    statement: "Taarifa",
    loading: "Inapakia akaunti yako ya kutoa",
    failed: "Akaunti yako ya kutoa haikupakika",
    none: "Huna akaunti ya kutoa bado. Ni bure, na unaweza kuweka pesa kwa M-Pesa.",
    open: "Fungua akaunti ya kutoa",
    opened: "Akaunti yako {account} imefunguliwa",
    balance: "Salio la {account}",
    withdraw: "Toa pesa",
    move: "Hamisha pesa",
  },
};
