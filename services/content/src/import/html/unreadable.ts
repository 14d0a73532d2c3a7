/** Why one page of an import cannot be read; the message goes on after the page's path. */
export class Unreadable extends Error {}
