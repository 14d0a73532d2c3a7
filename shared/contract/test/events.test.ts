import { expect } from 'chai';
import { consumers, type EventData, events, services } from '@quire/contract';

describe('events', () => {
  const all = Object.values(events);

  it('have a type of their own that starts with their source and ends with their version', () => {
    const types = all.map(({ type }) => type);
    expect(types).to.deep.equal([...new Set(types)]);
    for (const { type, source } of all) expect(type).to.match(new RegExp(`^${source}\\.[a-z-]+\\.[a-z-]+\\.v1$`));
  });

  it('let a consumer read a payload that has gained a field', () => {
    const member: EventData<typeof events.memberAdded> = { organization: 'a', user: 'b', role: null };
    expect(events.memberAdded.data.parse({ ...member, since: 'v1' })).to.deep.equal(member);
  });
});

describe('consumers', () => {
  it('are named after their service and observe events that exist', () => {
    const types = new Set<string>(Object.values(events).map(({ type }) => type));
    for (const [name, consumer] of Object.entries(consumers)) {
      expect(consumer.name).to.equal(name);
      expect(consumer.service).to.be.oneOf(services);
      expect(consumer.types.filter((type) => !types.has(type))).to.deep.equal([]);
    }
    expect(consumers['sites.project-spaces'].types).to.include('content.space.updated.v1');
  });
});
