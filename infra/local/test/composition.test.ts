import { expect } from 'chai';
import { servicePorts } from '../src/composition.js';

describe('ports of the all-in-one', () => {
  it("are neither the gateway's nor given twice, although none of them is in use yet", async () => {
    const found = [4000, 20_001, 20_001, 4000, 20_002, 20_002, 20_003, 20_004];
    const ports = await servicePorts(4000, async () => found.shift()!);
    expect(ports).to.deep.equal({ identity: 20_001, content: 20_002, sites: 20_003, integrations: 20_004 });
  });
});
