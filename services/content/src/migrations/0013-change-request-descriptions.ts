import type { Migration } from '@quire/runtime';

export const changeRequestDescriptions: Migration = {
  name: '0013-change-request-descriptions',
  async up(tx) {
    await tx.raw('ALTER TABLE change_requests ADD COLUMN description jsonb');
  },
};
