import { createHash, X509Certificate } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { GatehouseError, type ResolvedNetwork } from '@gatehouse/domain'
import {
  AUTHORITY_LIMITS,
  type CertificateFacts,
  type NetworkTest,
} from '@gatehouse/domain/network'
import type { NetworkAccess } from '@gatehouse/host/ports'
import { createDeadline } from '../timing/deadline.ts'
import { CaFileError, certificatesOf, readBounded } from './certificate-authorities.ts'
import { chooseProxy, ProxyFailure, type ProxySources } from './choose-proxy.ts'
import { causesOf, networkCode, TLS_CODE } from './network-error.ts'
import { openHttpClient } from './open-http-client.ts'

/** Milliseconds for one test. */
const TEST_MS = 10_000

export interface NetworkAccessOptions extends ProxySources {
  /** Absolute folder for the copies of certificates; created when needed. */
  folder: string
}

/** Reads files of certificate authorities, and tests the network path to an address. */
export function createNetworkAccess({ folder, ...sources }: NetworkAccessOptions): NetworkAccess {
  return {
    async readAuthorities(path) {
      const { name, sha256, certificates } = await readFile(path)
      return { path, name, sha256, certificates: certificates.map(factsOf) }
    },
    async storeAuthorities({ path, sha256 }) {
      const read = await readFile(path)
      if (read.sha256 !== sha256)
        throw new GatehouseError(
          'network/authorities-changed',
          `${read.name} was changed after it was shown. Choose it again.`,
          { data: { name: read.name } },
        )
      const text = read.certificates.join('\n')
      // A name of the content: connections that trust another copy are not reused.
      const file = join(folder, `${digestOf(text)}.pem`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 })
      await rename(`${file}.new`, file)
      return file
    },
    async forgetAuthorities(except) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names)
        if (join(folder, name) !== except) await rm(join(folder, name)).catch(() => undefined)
    },
    async test(url, network, signal) {
      const deadline = createDeadline(TEST_MS, signal)
      try {
        return await testAddress(url, { network, sources, signal: deadline.signal })
      } catch (error) {
        if (signal.aborted) throw error
        return failedTest(error, deadline.expired())
      } finally {
        deadline.dispose()
      }
    },
  }
}

async function readFile(path: string) {
  const name = basename(path)
  try {
    const text = await readBounded(path, AUTHORITY_LIMITS.bytes)
    const certificates = certificatesOf(path, text)
    if (certificates.length > AUTHORITY_LIMITS.certificates) throw new CaFileError(path, 'TOO_MANY')
    return { name, sha256: digestOf(text), certificates }
  } catch (error) {
    if (!(error instanceof CaFileError)) throw error
    const { reason } = error
    throw new GatehouseError(
      'network/authorities-unusable',
      `${name} holds no usable certificates (${reason}).`,
      { data: { name, reason }, cause: error },
    )
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function factsOf(pem: string): CertificateFacts {
  const certificate = new X509Certificate(pem)
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  }
}

/** A distinguished name with its parts, which come one a line, beside each other. */
const oneLine = (name: string | undefined): string =>
  (name ?? '').split('\n').join(', ').slice(0, AUTHORITY_LIMITS.text)

async function testAddress(
  url: string,
  {
    network,
    sources,
    signal,
  }: { network: ResolvedNetwork | undefined; sources: ProxySources; signal: AbortSignal },
): Promise<NetworkTest> {
  const target = new URL(url)
  const proxy = await chooseProxy(target, network?.proxy ?? 'system', sources)
  const client = await openHttpClient(target, network, sources)
  try {
    const response = await client.fetch(url, { signal, redirect: 'manual' })
    await response.body?.cancel().catch(() => undefined)
    return { kind: 'reached', status: response.status, proxy: proxy?.host ?? null }
  } finally {
    await client.close()
  }
}

function failedTest(error: unknown, isExpired: boolean): NetworkTest {
  const chain = causesOf(error)
  const proxy = chain.find((cause) => cause instanceof ProxyFailure)
  if (proxy) return { kind: 'proxy', proxy: proxy.place, reason: proxy.reason }
  if (chain.some((cause) => cause instanceof CaFileError))
    return { kind: 'unreachable', reason: 'CA_FILE' }
  if (isExpired) return { kind: 'unreachable', reason: 'ETIMEDOUT' }
  const code = networkCode(error) ?? 'UNKNOWN'
  return { kind: TLS_CODE.test(code) ? 'certificate' : 'unreachable', reason: code }
}
