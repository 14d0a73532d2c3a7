import { events } from '@quire/contract';
import { newId } from '@quire/runtime';
import { expect } from 'chai';
import { integrationsService } from '../integrations-service.js';

describe('project-organizations', () => {
  const integrations = integrationsService();

  it('keeps the newest facts, and nothing but facts', async () => {
    const organization = newId();
    const data = {
      organization,
      title: 'Newest',
      createdAt: '2026-01-01T00:00:00.000Z',
      type: 'business',
      emailDomains: [],
      defaultRole: 'read',
      sso: false,
      ai: false,
      inviteLinks: true,
      plan: 'enterprise_2024',
    };
    const tell = (sequence: number, told: object) =>
      integrations.deliver(sequence === 1 ? events.organizationCreated : events.organizationUpdated, {
        subject: organization,
        sequence,
        data: told,
      });
    await tell(3, { ...data, surprise: true });
    await tell(1, { ...data, title: 'First' });
    await tell(2, { ...data, title: 'Second' });
    const rows = await integrations.db('organizations').where({ id: organization }).select('facts', 'sequence');
    expect(rows).to.deep.equal([{ facts: data, sequence: 3 }]);
  });
});
