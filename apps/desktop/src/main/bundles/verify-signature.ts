import type { BundleSignature } from '@gatehouse/host/ports'
import { createHash } from 'node:crypto'
import { bundleProblem } from './bundle-problem.ts'

/**
 * Checks a detached PKCS #7 signature over one of the texts that may have been signed. A signature that does not hold
 * for any of them, or cannot be read, is broken: rejects with `import/unreadable`.
 */
export async function verifySignature(
  signature: Buffer | null,
  signed: readonly Buffer[],
): Promise<BundleSignature> {
  if (signature === null) return { state: 'none', signer: null, certificate: null, validity: null }
  // Only a signed bundle needs it.
  const { Certificate, ContentInfo, SignedData } = await import('pkijs')
  try {
    const data = new SignedData({ schema: ContentInfo.fromBER(signature).content })
    if (data.signerInfos.length !== 1) throw new Error('It has no signer, or several.')
    for (const text of signed) {
      const result = await data
        .verify({
          signer: 0,
          data: new Uint8Array(text).buffer,
          checkChain: false,
          extendedMode: true,
        })
        .catch(() => null)
      if (result?.signatureVerified !== true) continue
      const certificate = result.signerCertificate
      if (!(certificate instanceof Certificate)) break
      return {
        state: 'valid',
        signer: nameOf(certificate.subject.typesAndValues),
        certificate: createHash('sha256')
          .update(Buffer.from(certificate.toSchema().toBER()))
          .digest('hex'),
        validity: {
          from: certificate.notBefore.value.getTime(),
          until: certificate.notAfter.value.getTime(),
        },
      }
    }
  } catch {
    // What is no signature is a broken one.
  }
  throw bundleProblem('bundle-signature')
}

/** Object identifiers of a common name and of an organization (X.520). */
const NAMES = ['2.5.4.3', '2.5.4.10']

function nameOf(parts: { type: string; value: { valueBlock: unknown } }[]): string | null {
  for (const name of NAMES) {
    const block = parts.find(({ type }) => type === name)?.value.valueBlock
    if (typeof block === 'object' && block !== null && 'value' in block) return String(block.value)
  }
  return null
}
