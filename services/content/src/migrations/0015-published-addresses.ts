import type { Migration } from '@quire/runtime';

export const publishedAddresses: Migration = {
  name: '0015-published-addresses',
  async up(tx) {
    await tx.raw('CREATE INDEX site_spaces_url ON site_spaces (url) WHERE NOT removed');
  },
};
