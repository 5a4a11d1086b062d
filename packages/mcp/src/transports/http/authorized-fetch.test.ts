import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestAuthorization } from '@gatehouse/host/ports'
import { afterEach, expect, it } from 'vitest'
import { createAuthorizedFetch } from './authorized-fetch.ts'

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  if (server) await once(server, 'close')
  server = undefined
})

/** A server that refuses the first request, with a body that has a beginning and no end. */
async function startRefusing(status: number) {
  let closed = 0
  let count = 0
  server = createServer((request, response) => {
    request.resume()
    count += 1
    if (count > 1) return void response.end('let in')
    response.writeHead(status, { 'www-authenticate': 'Bearer' })
    response.write('No entry.')
    response.on('close', () => (closed += 1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  return { url: new URL(url), closed: () => closed }
}

/** A person who signs in when the test says so. */
function signInLater() {
  let decide: (isAgain: boolean) => void = () => undefined
  const decided = new Promise<boolean>((resolve) => (decide = resolve))
  let isAsked = false
  const authorization: RequestAuthorization = {
    headers: () => Promise.resolve({}),
    noteNonce: () => undefined,
    noteAccepted: () => undefined,
    refused() {
      isAsked = true
      return decided
    },
  }
  return { authorization, decide, isAsked: () => isAsked }
}

it.each([
  { status: 401, isAgain: true, answer: 'let in' },
  { status: 403, isAgain: false, answer: 'No entry.' },
])(
  'the connection of a refused response ($status) is closed before the person has decided ($isAgain)',
  async ({ status, isAgain, answer }) => {
    const { url, closed } = await startRefusing(status)
    const { authorization, decide, isAsked } = signInLater()
    const authorized = createAuthorizedFetch({
      fetch,
      authorization,
      url,
      log: { write: () => undefined },
      whileAsking: (task) => task(),
    })
    const responding = authorized(url)
    await expect.poll(isAsked).toBe(true)
    await expect.poll(closed, { timeout: 5000 }).toBe(1)
    decide(isAgain)
    const response = await responding
    expect(await response.text()).toBe(answer)
    expect(response.status).toBe(isAgain ? 200 : status)
  },
)
