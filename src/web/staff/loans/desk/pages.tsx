export { LoanApplication } from "./application.tsx";
export { LoanQueue } from "./queue.tsx";
export { UpdateLoan } from "./update-loan.tsx";
