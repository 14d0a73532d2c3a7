/** A PNG of one pixel, as base64. */
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Another one: a GIF. */
export const otherPixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** The body of a publication that is as small as can be. */
export const manifest = (organization: string, more: object = {}) => ({
  title: 'Chat',
  description: 'Talks about pages',
  script: 'export default { fetch: () => new Response("hello") };',
  organization,
  ...more,
});
