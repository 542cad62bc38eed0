export const noticesFile: string;
export function thirdPartyNotices(): string;
