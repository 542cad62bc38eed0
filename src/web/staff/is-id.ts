/** Whether a text, such as a part of an address, has the form of an id of a row. */
export const isId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);
