import { expect } from 'chai';
import { addressPolicy } from '../../src/outbound/address-policy.js';

const refused = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.0.1', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1'],
  'link-local and metadata': ['169.254.169.254', 'fe80::1', 'fd00:ec2::254'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255', '100.100.100.200'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  reserved: [
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '2001:db8::1',
    '100::1',
  ],
  'IPv4 within IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
  ],
  'site-local': ['fec0::1'],
  'no address': ['', 'localhost', '1.2.3.4.5', 'fe80::1%eth0'],
};

describe('address policy', () => {
  for (const [range, addresses] of Object.entries(refused)) {
    it(`refuses ${range}`, () => {
      const policy = addressPolicy([]);
      for (const address of addresses) expect(policy.permits(address), address).to.equal(false);
    });
  }

  it('permits the public internet', () => {
    const policy = addressPolicy([]);
    for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111']) {
      expect(policy.permits(address), address).to.equal(true);
    }
  });

  it('permits what it was told to, and no more', () => {
    const policy = addressPolicy(['10.1.0.0/16', '127.0.0.1', 'fd00::/64']);
    for (const address of ['10.1.2.3', '127.0.0.1', '::ffff:10.1.2.3', 'fd00::7']) {
      expect(policy.permits(address), address).to.equal(true);
    }
    for (const address of ['10.2.0.1', '127.0.0.2', '::ffff:10.2.0.1', 'fd00:0:0:1::1', '::1']) {
      expect(policy.permits(address), address).to.equal(false);
    }
  });

  it('refuses to start with something else than CIDRs', () => {
    for (const entry of ['intranet', '10.0.0.0/33', '']) {
      expect(() => addressPolicy([entry]), entry).to.throw('is neither an address nor a CIDR');
    }
  });
});
