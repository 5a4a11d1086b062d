import { GatehouseError, type ResolvedNetwork } from '@gatehouse/domain'
import type { CertificateFacts } from '@gatehouse/domain/network'
import type { NetworkAccess } from '../ports/index.ts'

export interface MemoryNetwork extends NetworkAccess {
  /** Content by path; each line is a certificate's subject. */
  files: Map<string, string>
  /** Paths of stored copies. */
  stored: Set<string>
  /** The settings that tests were sent through. */
  tested: (ResolvedNetwork | undefined)[]
}

/** Files of certificates in memory; every address responds. */
export function createMemoryNetwork(): MemoryNetwork {
  const files = new Map<string, string>()
  const stored = new Set<string>()
  const tested: MemoryNetwork['tested'] = []
  const read = (path: string) => {
    const text = files.get(path)
    if (text === undefined)
      throw new GatehouseError('network/authorities-unusable', 'No such file.', {
        data: { name: path, reason: 'ENOENT' },
      })
    return {
      path,
      name: path,
      sha256: hexOf(text),
      certificates: text.split('\n').map(facts),
    }
  }
  return {
    files,
    stored,
    tested,
    readAuthorities: async (path) => read(path),
    async storeAuthorities({ path }) {
      const file = `/copies/${read(path).sha256}`
      stored.add(file)
      return file
    },
    async forgetAuthorities(except) {
      for (const file of stored) if (file !== except) stored.delete(file)
    },
    async test(_url, network) {
      tested.push(network)
      return { kind: 'reached', status: 200, proxy: null }
    },
  }
}

/** A digest of short texts: their own letters. */
const hexOf = (text: string): string =>
  Array.from(text, (letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(64, '0')
    .slice(0, 64)

const facts = (subject: string): CertificateFacts => ({
  subject,
  issuer: subject,
  validFrom: 0,
  validTo: 1,
  fingerprint: subject,
})
