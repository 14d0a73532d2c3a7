import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A key pair with a certificate of its own making. */
export interface Signer {
  privateKey: string;
  /** PEM. */
  certificate: string;
}

const der = (tag: number, ...contents: Buffer[]): Buffer => {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from([body.length >> 8, body.length & 0xff]);
  return Buffer.concat([Buffer.from([tag, 0x82]), length, body]);
};
const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
const sha256WithEcdsa = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const commonName = (name: string) =>
  sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)))));

/** X.509 version 1 of a key for 2020 to 2040, signed by itself: Node reads certificates but makes none. */
function selfSigned(name: string, { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): string {
  const algorithm = privateKey.asymmetricKeyType === 'rsa' ? sha256WithRsa : sha256WithEcdsa;
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('400101000000Z')));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const serial = der(0x02, Buffer.from([1]));
  const content = sequence(serial, algorithm, commonName(name), validity, commonName(name), key);
  const signature = der(0x03, Buffer.from([0]), createSign('sha256').update(content).sign(privateKey));
  const base64 = sequence(content, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

export function newSigner(name = 'localhost', kind: 'rsa' | 'ec' = 'rsa'): Signer {
  const keys =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { privateKey, certificate: selfSigned(name, keys) };
}

/** The base64 inside a PEM block. */
export const bare = (certificate: string): string => certificate.replace(/-----[^-]+-----/g, '').trim();
