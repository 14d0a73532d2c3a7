// oxlint-disable-next-line no-control-regex -- these are what it is about
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Text with signs in place of the characters that no entity may name. */
export const withoutControls = (text: string): string => text.replace(control, '\uFFFD');
