/** The names of the messages about withdrawals, and when each is sent. */
export const withdrawalMessageNames = {
  en: {
    "otp-withdrawal": {
      title: "Code for a withdrawal",
      when: "A signed-in member withdraws money",
    },
    "otp-counter-withdrawal": {
      title: "Code for a withdrawal at the counter",
      when: "The office enters a withdrawal for a member",
    },
    "otp-counter-payment": {
      title: "Code for cash at the counter",
      when: "A teller pays a withdrawal in cash",
    },
    "otp-standing-transfer": {
      title: "Code for a monthly transfer",
      when: "A signed-in member orders a monthly transfer",
    },
    "withdrawal-waits": {
      title: "Withdrawal waits for the office",
      when: "A withdrawal above the office's amount is asked for",
    },
    "withdrawal-noticed": {
      title: "Withdrawal waits for its day",
      when: "A withdrawal with notice is asked for or approved",
    },
    "withdrawal-sent": {
      title: "Withdrawal on its way",
      when: "A withdrawal is queued for payment",
    },
    "withdrawal-arrived": {
      title: "Withdrawal arrived",
      when: "The receipt of a withdrawal is known",
    },
    "withdrawal-unsent": {
      title: "Withdrawal could not be sent",
      when: "The payment of a withdrawal fails",
    },
    "withdrawal-rejected": {
      title: "Withdrawal not approved",
      when: "The office rejects a withdrawal",
    },
    "withdrawal-ended": {
      title: "Withdrawal ended",
      when: "A member with a withdrawal that waits is leaving",
    },
  },
  sw: {
    "otp-withdrawal": {
      title: "Msimbo wa kutoa pesa",
      when: "Mwanachama aliyeingia anatoa pesa",
    },
    "otp-counter-withdrawal": {
      title: "Msimbo wa kutoa pesa ofisini",
      when: "Ofisi inaingiza ombi la mwanachama la kutoa pesa",
    },
    "otp-counter-payment": {
      title: "Msimbo wa kulipwa taslimu ofisini",
      when: "Karani anamlipa mwanachama pesa alizoomba kutoa",
    },
    "otp-standing-transfer": {
      title: "Msimbo wa kuhamisha pesa kila mwezi",
      when: "Mwanachama aliyeingia anaagiza pesa zihamishwe kila mwezi",
    },
    "withdrawal-waits": {
      title: "Ombi linasubiri ofisi",
      when: "Ombi linalozidi kiwango cha ofisi linapokelewa",
    },
    "withdrawal-noticed": {
      title: "Ombi linasubiri siku yake",
      when: "Ombi lenye notisi linapokelewa au kukubaliwa",
    },
    "withdrawal-sent": {
      title: "Pesa ziko njiani",
      when: "Ombi la kutoa pesa linapangwa kulipwa",
    },
    "withdrawal-arrived": {
      title: "Pesa zimefika",
      when: "Risiti ya pesa zilizotolewa inajulikana",
    },
    "withdrawal-unsent": {
      title: "Pesa hazikuweza kutumwa",
      when: "Malipo ya ombi la kutoa pesa yanashindikana",
    },
    "withdrawal-rejected": {
      title: "Ombi halikukubaliwa",
      when: "Ofisi inakataa ombi la kutoa pesa",
    },
    "withdrawal-ended": {
      title: "Ombi limekomeshwa",
      when: "Mwanachama mwenye ombi linalosubiri anaondoka",
    },
  },
} as const;
