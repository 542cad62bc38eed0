export function fileCheckPage(): Promise<string>;
