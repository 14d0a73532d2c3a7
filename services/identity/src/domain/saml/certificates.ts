import { X509Certificate } from 'node:crypto';

const pemBlock = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The certificates in a text, as PEM: either PEM blocks, or bare base64, several of them separated by commas or blank
 * lines. Undefined when the text is anything else, or when a key is of a kind that XML signatures here do not have.
 */
export function readCertificates(text: string): string[] | undefined {
  const blocks = Array.from(text.matchAll(pemBlock), ([, body]) => body!);
  const isPem = blocks.length > 0 && text.replace(pemBlock, '').trim() === '';
  const bodies = isPem ? blocks : text.split(/,|\n[^\S\n]*\r?\n/).filter((part) => part.trim() !== '');
  const certificates = bodies.map((body) => readCertificate(body.replace(/\s+/g, '')));
  return certificates.length > 0 && certificates.every((pem) => pem !== undefined) ? certificates : undefined;
}

function readCertificate(body: string): string | undefined {
  if (!base64.test(body)) return undefined;
  try {
    const bytes = Buffer.from(body, 'base64');
    const certificate = new X509Certificate(bytes);
    // OpenSSL would silently overlook a second one that follows without a separator.
    if (!certificate.raw.equals(bytes)) return undefined;
    return certificate.publicKey.asymmetricKeyType === 'rsa' ? certificate.toString() : undefined;
  } catch (error) {
    // What OpenSSL says of bytes that are no certificate.
    if ((error as { code?: string }).code?.startsWith('ERR_OSSL')) return undefined;
    throw error;
  }
}
