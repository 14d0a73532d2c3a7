/** Levels in one line or at its beginning; nested flow collections are counted where they begin. */
const deep = /^[ \t]{512}|(?:\?[ \t]+){5}|(?:[[{]\s*){200}|(?:-[ \t]+){200}/m;

/**
 * Whether a text nests so deep, read as YAML, that its parser would take minutes, or the whole memory, before anybody could
 * measure what comes of it. To be asked of documents from strangers before they are parsed; people's own nest far less.
 */
export const isDeepYaml = (text: string): boolean => deep.test(text);
