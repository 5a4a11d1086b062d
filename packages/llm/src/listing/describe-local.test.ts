import { NEVER_ABORTED } from '@gatehouse/base'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startFakeModelEndpoint, type FakeModelEndpointOptions } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { createModelClients } from '../model-clients.ts'
import { describeLocal } from './describe-local.ts'
import { measureEventLoopStall } from '../testing/measure-event-loop-stall.ts'
import { targetOf } from '../target.ts'

const clients = createModelClients()
const disposers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const dispose of disposers.splice(0)) await dispose()
})

async function start(options: FakeModelEndpointOptions) {
  const endpoint = await startFakeModelEndpoint({ engine: 'ollama', ...options })
  disposers.push(() => endpoint.close())
  return endpoint
}

const at = (url: string, key?: string) => ({
  kind: 'openai-compatible' as const,
  baseUrl: `${url}/v1`,
  key,
})

async function listed(options: FakeModelEndpointOptions) {
  const endpoint = await start(options)
  const { models, engine } = await clients.listModels(at(endpoint.url), NEVER_ABORTED)
  return { model: models.find(({ id }) => id === 'echo'), engine, endpoint }
}

const ALL = ['completion', 'tools', 'vision', 'audio', 'thinking']

it('Ollama reports what a model takes and can, and with how much context it is loaded', async () => {
  const { model, engine } = await listed({ details: { contextLength: 16_384, capabilities: ALL } })
  expect(engine).toBe('ollama')
  expect(model).toEqual({
    id: 'echo',
    contextWindow: 16_384,
    images: true,
    sounds: true,
    tools: true,
    reasoning: true,
  })
  const { model: plain } = await listed({ details: { capabilities: ['completion'] } })
  expect(plain).toMatchObject({ images: false, sounds: false, tools: false, reasoning: false })
  proves('model.engine.ollama')
})

it('Ollama’s models that only embed are not listed; one that a person named stays', async () => {
  const { model, endpoint } = await listed({ details: { capabilities: ['embedding'] } })
  expect(model).toBeUndefined()
  const named = { models: [{ id: 'echo' }] }
  const described = await clients.describe?.(at(endpoint.url), named, NEVER_ABORTED)
  expect(described?.models).toMatchObject([{ id: 'echo' }])
})

it.each([
  ['what a Modelfile says, where none is loaded', 'stop "x"\nnum_ctx                  8192', 8192],
  ['no more than the model was made for', 'num_ctx 9999999', 262_144],
  ['nothing, where nobody says: what it could read is not what it does', '', undefined],
  ['nothing for a size that is none', 'num_ctx -1', undefined],
])('the context of Ollama is %s', async (_what, parameters, contextWindow) => {
  const { model } = await listed({ details: { contextLength: null, parameters } })
  expect(model?.contextWindow).toBe(contextWindow)
})

it('a model that Ollama runs elsewhere reads all that it was made for', async () => {
  const info = { 'general.architecture': 'fake', 'fake.context_length': 200_000 }
  const show = { remote_host: 'https://ollama.example', model_info: info }
  const { model } = await listed({ details: { contextLength: null, show } })
  expect(model?.contextWindow).toBe(200_000)
})

it('LM Studio reports the same when its models are listed as when it is found', async () => {
  const details = { contextLength: 8192, capabilities: ALL }
  const { model, engine } = await listed({ engine: 'lm-studio', details })
  const facts = { contextWindow: 8192, images: true, tools: true }
  expect([engine, model]).toEqual(['lm-studio', { id: 'echo', ...facts }])
})

it('of a model that LM Studio has not loaded the context is not known', async () => {
  const { model } = await listed({ engine: 'lm-studio', details: { contextLength: null } })
  expect(model).toEqual({ id: 'echo', images: true, tools: true })
})

it('llama-server reports its context where it runs one model', async () => {
  const endpoint = await start({ engine: 'llama-server', details: { contextLength: 4096 } })
  const target = targetOf(at(endpoint.url))
  const about = { timeoutMs: 5000, signal: NEVER_ABORTED }
  const one = await describeLocal(target, { models: [{ id: 'a' }] }, about)
  expect(one).toEqual({
    engine: 'llama-server',
    models: [{ id: 'a', contextWindow: 4096, images: true, sounds: false }],
  })
  const several = { models: [{ id: 'a' }, { id: 'b' }] }
  expect((await describeLocal(target, several, about)).models).toEqual(several.models)
  proves('model.engine.others')
})

it('is sent names of models alone, and one whose engine is known is asked for nothing else', async () => {
  const endpoint = await start({})
  const list = { models: [{ id: 'echo' }], engine: 'ollama' as const }
  await clients.describe?.(at(endpoint.url), list, NEVER_ABORTED)
  expect(endpoint.requests.map(({ method, path, rawBody }) => [method, path, rawBody])).toEqual([
    ['GET', '/api/ps', ''],
    ['POST', '/api/show', '{"model":"echo"}'],
  ])
})

/**
 * @threat models.asked-elsewhere
 * @attacker model
 * @tries Has the app send the names of models to an address that is no engine on this machine.
 * @stoppedBy Engines are asked at loopback alone, and with POST only once the person connected or listed them; the
 * search for engines sends GET and nothing of the person’s.
 */
it('nobody but an engine on this machine is asked', async () => {
  const list = { models: [{ id: 'echo' }] }
  for (const baseUrl of ['http://192.0.2.1/v1', 'http://ollama.example/v1', 'http://nas:11434/v1'])
    expect(await clients.describe?.({ ...at(''), baseUrl }, list, NEVER_ABORTED)).toBe(list)
})

const sizes = [-1, 0, 1, 1e308, 1.5, 9_007_199_254_740_991, '8192', null, [8192], { n: 1 }, true]

/** An engine whose every response is this. */
async function serve(bodyOf: (path: string) => string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(bodyOf(request.url ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  disposers.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * @threat models.lying-context
 * @attacker model
 * @tries Reports a context of -1, of 1e308, of one token, or as text, so that all of a chat is cut, or none of it and
 * the request is refused.
 * @stoppedBy A size counts only as a whole number from 256 to 100,000,000, whoever reports it and on whichever route;
 * anything else is ignored. What the person sets wins.
 * @remains A size in between that is wrong is believed until the person sets another.
 */
it.each(sizes)('a context of %j is not believed, whoever reports it', async (size) => {
  const url = await serve((path) => {
    if (path === '/api/version') return '{"version":"1"}'
    if (path === '/api/ps')
      return JSON.stringify({ models: [{ name: 'm:latest', context_length: size }] })
    if (path === '/api/show')
      return JSON.stringify({
        model_info: { 'general.architecture': 'a', 'a.context_length': size },
        parameters: `num_ctx ${JSON.stringify(size)}x`,
      })
    return JSON.stringify({ data: [{ id: 'm', context_length: size, max_model_len: size }] })
  })
  expect(await clients.listModels(at(url), NEVER_ABORTED)).toEqual({
    models: [{ id: 'm' }],
    engine: 'ollama',
  })
})

/**
 * @threat models.engine-flood
 * @attacker model
 * @tries Responds to requests about its models with megabytes, with deep nesting, with 300,000 models that are loaded,
 * or never ends.
 * @stoppedBy Of each response 1 MiB is read and 50,000 values; 200 models are asked about, four at a time, for three
 * seconds in all. What is more is not read, and the list stays as it was.
 */
it('a response of megabytes about a model is not read to its end, and the list stays', async () => {
  const filler = JSON.stringify({ license: 'x'.repeat(8 * 1024 * 1024), capabilities: ALL })
  const deep = `${'{"model_info":'.repeat(5000)}1${'}'.repeat(5000)}`
  for (const show of [filler, deep, '[]', 'null', '{"capabilities":{}}', 'no']) {
    const url = await serve((path) => {
      if (path === '/api/show') return show
      if (path === '/api/version') return '{"version":"1"}'
      return path === '/api/ps' ? '{"models":[]}' : '{"data":[{"id":"m"}]}'
    })
    const { models } = await clients.listModels(at(url), NEVER_ABORTED)
    expect(models).toEqual([{ id: 'm' }])
  }
})

/** @threat models.engine-flood */
it('of 80,000 models the first 2,000 are kept and the first 200 asked about, while main stays responsive', async () => {
  const ids = Array.from({ length: 80_000 }, (_, index) => ({ id: `m${index}` }))
  const list = JSON.stringify({ data: ids })
  let shown = 0
  const url = await serve((path) => {
    if (path === '/api/show') shown += 1
    if (path === '/api/version') return '{"version":"1"}'
    return path === '/v1/models' ? list : '{"models":[]}'
  })
  const { value, longestMs } = await measureEventLoopStall(() =>
    clients.listModels(at(url), NEVER_ABORTED),
  )
  expect([value.models.length, value.engine]).toEqual([2000, 'ollama'])
  expect(shown).toBe(200)
  expect(longestMs).toBeLessThan(500)
})

/** @threat models.engine-flood */
it('300,000 models that are reported as loaded are not looked through', async () => {
  const loaded = Array.from({ length: 300_000 }, () => 0)
  const url = await serve((path) => {
    if (path === '/api/version') return '{"version":"1"}'
    return path === '/api/ps' ? JSON.stringify({ models: loaded }) : '{"data":[{"id":"m"}]}'
  })
  const { value, longestMs } = await measureEventLoopStall(() =>
    clients.listModels(at(url), NEVER_ABORTED),
  )
  expect(value).toEqual({ models: [{ id: 'm' }] })
  expect(longestMs).toBeLessThan(500)
  proves('model.engine.hostile')
})

/** @threat models.engine-flood */
it('an engine that never ends its responses holds the list up no longer than it may', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/v1/models') return void response.end('{"data":[{"id":"m"}]}')
    response.writeHead(200).write('{"version":')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  disposers.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const target = targetOf(at(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  const list = { models: [{ id: 'm' }] }
  expect(await describeLocal(target, list, { timeoutMs: 100, signal: NEVER_ABORTED })).toBe(list)
})
