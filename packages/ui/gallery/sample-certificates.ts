import type { CertificateFacts } from '@gatehouse/domain/network'

/** A valid certificate and an expired one. */
export const sampleCertificates: CertificateFacts[] = [
  {
    subject: 'CN=Example Corp Root CA, O=Example Corp, C=DE',
    issuer: 'CN=Example Corp Root CA, O=Example Corp, C=DE',
    validFrom: Date.UTC(2024, 0, 15),
    validTo: Date.UTC(2044, 0, 15),
    fingerprint: '3f9a'.repeat(16),
  },
  {
    subject: 'CN=Example Corp TLS Inspection 2019, O=Example Corp, C=DE',
    issuer: 'CN=Example Corp Root CA, O=Example Corp, C=DE',
    validFrom: Date.UTC(2019, 2, 1),
    validTo: Date.UTC(2024, 2, 1),
    fingerprint: 'b01d'.repeat(16),
  },
]
