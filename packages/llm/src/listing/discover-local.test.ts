import { NEVER_ABORTED } from '@gatehouse/base'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startFakeModelEndpoint, type FakeEngine } from '@gatehouse/testkit'
import { createModelClients } from '../model-clients.ts'
import type { LocalEngine } from '@gatehouse/domain'

const disposers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const dispose of disposers.splice(0)) await dispose()
})

/** Port 9 (discard) has no listener on a development machine. */
const NOBODY: Record<LocalEngine, number> = {
  ollama: 9,
  'lm-studio': 9,
  'llama-server': 9,
  jan: 9,
  gpt4all: 9,
  vllm: 9,
  koboldcpp: 9,
}

function discover(ports: Partial<Record<LocalEngine, number>>, discoveryMs = 2_000) {
  const clients = createModelClients({ discoveryPorts: { ...NOBODY, ...ports }, discoveryMs })
  return clients.discover(NEVER_ABORTED)
}

async function start(engine: FakeEngine) {
  const endpoint = await startFakeModelEndpoint({ engine, models: ['qwen3'] })
  disposers.push(() => endpoint.close())
  return endpoint
}

async function serve(listener: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  disposers.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe('local model servers', () => {
  it.each(Object.keys(NOBODY) as LocalEngine[])(
    'are found by what they are: %s',
    async (engine) => {
      const endpoint = await start(engine)
      const found = await discover({ [engine]: endpoint.port })
      expect(found).toMatchObject([{ engine, baseUrl: `${endpoint.url}/v1` }])
      expect(found[0]?.models.map((model) => model.id)).toEqual(['echo', 'caller', 'qwen3'])
    },
  )

  /** @threat models.asked-elsewhere */
  it('are asked with GET only, without anything of the person’s', async () => {
    const endpoint = await start('ollama')
    await discover({ ollama: endpoint.port, vllm: endpoint.port, 'llama-server': endpoint.port })
    expect(endpoint.requests.length).toBeGreaterThan(2)
    for (const request of endpoint.requests) {
      expect([request.method, request.rawBody, request.query]).toEqual(['GET', '', ''])
      expect(request.headers).not.toHaveProperty('authorization')
    }
  })

  it('are not guessed from a port: another program there is not offered', async () => {
    const other = await start('hosted')
    const page = await serve((_request, response) => response.end('<html>router</html>'))
    const json = await serve((_request, response) => response.end('{"data":[1]}'))
    const found = await discover({
      ollama: other.port,
      'lm-studio': json,
      'llama-server': page,
      vllm: other.port,
      jan: page,
      gpt4all: json,
      koboldcpp: other.port,
    })
    expect(found).toEqual([])
  })

  it('are not followed elsewhere', async () => {
    const target = await start('vllm')
    const redirecting = await serve((request, response) => {
      response.writeHead(302, { location: target.url + (request.url ?? '') }).end()
    })
    expect(await discover({ vllm: redirecting })).toEqual([])
    expect(target.requests).toEqual([])
  })

  it('that hang or flood do not hold the others up', async () => {
    const ollama = await start('ollama')
    const silent = await serve(() => undefined)
    const flood = await serve((_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(100_000)), 1)
      response.on('close', () => clearInterval(timer))
    })
    const started = Date.now()
    const found = await discover({ ollama: ollama.port, jan: silent, gpt4all: flood }, 400)
    expect(Date.now() - started).toBeLessThan(900)
    expect(found.map((provider) => provider.engine)).toEqual(['ollama'])
  })
})
