import { lookup } from 'node:dns/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { BlockList, isIPv6, type AddressInfo } from 'node:net'
import type { LoopbackRedirect } from '@gatehouse/domain'
import { signInError } from './sign-in-error.ts'

const HEADERS_TIMEOUT_MS = 10_000
/** Attempts with ports that are free on one address and taken on the next. */
const MAX_TRIES = 8

export interface LoopbackListening {
  port: number
  /** Accepts no further connection; open ones end after `graceMs` at the latest. */
  close(graceMs: number): void
}

export interface LoopbackOptions extends Pick<LoopbackRedirect, 'host' | 'port'> {
  /** The addresses that the system has for `localhost`. */
  resolve?: (name: string) => Promise<string[]>
}

/**
 * Listens on one port of this computer alone; without a port on any that is free. For `localhost` on every
 * address that a browser may take for it, so that no other program can stand at one of them. Rejects with
 * `sign-in/port-in-use` (`data.address`), and `sign-in/unsafe` where `localhost` leads elsewhere.
 */
export async function listenOnLoopback(
  onRequest: RequestListener,
  { host, port: wanted, resolve = systemAddresses }: LoopbackOptions,
): Promise<LoopbackListening> {
  const addresses = host === 'localhost' ? await localhostAddresses(resolve) : [host]
  for (let tries = 1; ; tries += 1) {
    try {
      return await listenOnEach(onRequest, addresses, wanted)
    } catch (error) {
      if (!isTaken(error)) throw error
      if (wanted !== undefined) throw portInUse(`${host}:${wanted}`, error)
      if (tries === MAX_TRIES) throw error
    }
  }
}

async function listenOnEach(
  onRequest: RequestListener,
  addresses: readonly string[],
  wanted = 0,
): Promise<LoopbackListening> {
  const servers: Server[] = []
  const close = (graceMs: number): void => {
    for (const server of servers) {
      server.close()
      // The page is on its way; a connection that asks for nothing must not keep the port.
      setTimeout(() => server.closeAllConnections(), graceMs).unref()
    }
  }
  let port = wanted
  try {
    for (const address of addresses) {
      const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS }, onRequest)
      const found = await listen(server, { host: address, port })
      if (found === undefined) continue
      servers.push(server)
      port = found
    }
  } catch (error) {
    close(0)
    throw error
  }
  return { port, close }
}

/** Both families, whatever the system prefers: browsers look `localhost` up without it. */
async function localhostAddresses(
  resolve: NonNullable<LoopbackOptions['resolve']>,
): Promise<string[]> {
  const named = await resolve('localhost').catch(() => [])
  const elsewhere = named.find((address) => !isLoopback(address))
  if (elsewhere !== undefined)
    throw signInError(
      'unsafe',
      `The name localhost leads to ${elsewhere} on this computer, so no browser is sent back there. Choose 127.0.0.1 as the redirect address in the settings of the server.`,
    )
  return [...new Set(['127.0.0.1', '::1', ...named])]
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

async function systemAddresses(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

/** The port; `undefined` where this computer has no such address. */
function listen(
  server: Server,
  place: { host: string; port: number },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isMissing = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error))
      if (isMissing && place.host !== '127.0.0.1') resolve(undefined)
      else reject(error)
    })
    server.listen({ ...place, exclusive: true }, () => {
      server.removeAllListeners('error').on('error', () => undefined)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function isTaken(error: unknown): boolean {
  // Windows reports EACCES for ports that it keeps for itself.
  return ['EADDRINUSE', 'EACCES'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function portInUse(address: string, cause: unknown): Error {
  return signInError(
    'port-in-use',
    `Another program, or another sign-in, listens at ${address}, where the browser was to come back. End it, or choose another port in the settings of the server.`,
    { cause, data: { address } },
  )
}
