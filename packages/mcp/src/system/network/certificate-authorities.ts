import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import tls from 'node:tls'

/** Bytes of a file of certificates that are read at most. */
const MAX_CA_BYTES = 4_194_304
const CERTIFICATE_START = '-----BEGIN CERTIFICATE-----'
const CERTIFICATE_END = '-----END CERTIFICATE-----'

/** A file of certificate authorities cannot be used. `reason` is a system code or `EMPTY`, `INVALID`, `TOO_LARGE`. */
export class CaFileError extends Error {
  readonly code = 'ca-file'
  readonly file: string
  readonly reason: string

  constructor(file: string, reason: string, cause?: unknown) {
    super(`The file ${file} holds no usable certificates (${reason}).`, { cause })
    this.name = 'CaFileError'
    this.file = file
    this.reason = reason
  }
}

/** All authorities to trust: the usual ones and those of `file`. Rejects with {@link CaFileError}. */
export async function trustedAuthorities(
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  const usual = usualAuthorities() ?? (await ownAuthorities(environment))
  return [...new Set([...usual, ...(await readCertificates(file))])]
}

/** The authorities for runtimes that cannot list theirs: built-in roots, and the file that the variable names. */
async function ownAuthorities(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const extra = environment['NODE_EXTRA_CA_CERTS']
  // The runtime passes over a file that it cannot read too.
  const certificates = extra ? await readCertificates(extra).catch(() => []) : []
  return [...tls.rootCertificates, ...certificates]
}

/** The runtime's own list and the system's; `undefined` where the runtime does not list them. */
function usualAuthorities(): string[] | undefined {
  const list: unknown = Reflect.get(tls, 'getCACertificates')
  if (typeof list !== 'function') return undefined
  const read = list as (type: string) => string[]
  return [...read('default'), ...read('system')]
}

/** The certificates of a PEM file, each checked. Rejects with {@link CaFileError}. */
async function readCertificates(file: string): Promise<string[]> {
  return certificatesOf(file, await readBounded(file, MAX_CA_BYTES))
}

/** The certificates in a text, each checked. Throws {@link CaFileError}. */
export function certificatesOf(file: string, pem: string): string[] {
  const certificates = certificatesIn(pem)
  if (certificates.length === 0) throw new CaFileError(file, 'EMPTY')
  for (const certificate of certificates)
    try {
      void new X509Certificate(certificate)
    } catch (error) {
      throw new CaFileError(file, 'INVALID', error)
    }
  return certificates
}

function certificatesIn(pem: string): string[] {
  return pem
    .split(CERTIFICATE_START)
    .slice(1)
    .flatMap((part) => {
      const end = part.indexOf(CERTIFICATE_END)
      return end === -1 ? [] : [CERTIFICATE_START + part.slice(0, end) + CERTIFICATE_END]
    })
}

/** The text of a regular file. Rejects with {@link CaFileError}. */
export async function readBounded(file: string, maxBytes: number): Promise<string> {
  try {
    const found = await stat(file)
    // A device or a pipe has no size and may have no end.
    if (!found.isFile()) throw new CaFileError(file, found.isDirectory() ? 'EISDIR' : 'NO_FILE')
    if (found.size > maxBytes) throw new CaFileError(file, 'TOO_LARGE')
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof CaFileError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNREADABLE'
    throw new CaFileError(file, code, error)
  }
}
