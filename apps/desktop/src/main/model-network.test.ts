import { NEVER_ABORTED } from '@gatehouse/base'
import { mkdtemp, rm } from 'node:fs/promises'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResolvedNetwork } from '@gatehouse/domain'
import { createModelClients } from '@gatehouse/llm'
import { createNetworkFetch } from '@gatehouse/mcp'
import {
  createPrivateAuthority,
  startConnectProxy,
  startFakeModelEndpoint,
  startTlsProxy,
} from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, expect, it } from 'vitest'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Models whose requests go the way of `network`, as in the composed app. */
function modelsVia(network: () => Promise<ResolvedNetwork | undefined>) {
  const { fetch, close } = createNetworkFetch(network, { environment: {} })
  closers.push(close)
  return createModelClients({ fetch, retry: { backoffMs: [] } })
}

async function start() {
  const endpoint = await startFakeModelEndpoint()
  closers.push(() => endpoint.close())
  const names = { 'models.test:80': new URL(endpoint.url).host }
  return { endpoint, names }
}

const far = {
  kind: 'openai-compatible',
  baseUrl: 'http://models.test/v1',
  key: undefined,
} as const

async function failureOf(work: Promise<unknown>) {
  const error: unknown = await work.catch((reason: unknown) => reason)
  return (error as { data?: { failure?: { code: string; message: string } } }).data?.failure
}

it('models are listed and answer through the proxy of the app', async () => {
  const { names } = await start()
  const proxy = await startConnectProxy({ names })
  closers.push(() => proxy.close())
  const models = modelsVia(async () => ({ proxy: { url: proxy.url, skipsLoopback: true } }))
  const { models: listed } = await models.listModels(far, NEVER_ABORTED)
  expect(listed.map(({ id }) => id)).toContain('echo')
  const request = {
    modelId: 'echo',
    system: '',
    messages: [{ role: 'user' as const, text: 'hello' }],
    tools: [],
    maxOutputTokens: 1000,
  }
  let text = ''
  for await (const event of models.client(far).stream(request, NEVER_ABORTED))
    if (event.type === 'text-delta') text += event.text
  expect(text).toContain('hello')
  expect(new Set(proxy.asked)).toEqual(new Set(['models.test:80']))
  proves('network.models.proxy')
})

it('a model on this computer is reached past the proxy of the app', async () => {
  const { endpoint } = await start()
  const models = modelsVia(async () => ({
    proxy: { url: 'http://127.0.0.1:9', skipsLoopback: true },
  }))
  const { models: listed } = await models.listModels(
    { ...far, baseUrl: endpoint.url },
    NEVER_ABORTED,
  )
  expect(listed).not.toEqual([])
})

it('a private authority is believed with its file only, and the failure says so', async () => {
  const { endpoint } = await start()
  const authority = await createPrivateAuthority()
  const front = await startTlsProxy(endpoint.url, authority)
  closers.push(() => front.close())
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-authority-'))
  closers.push(() => rm(folder, { recursive: true }))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, authority.ca)
  const at = { ...far, baseUrl: front.url }
  const failure = await failureOf(modelsVia(async () => undefined).listModels(at, NEVER_ABORTED))
  expect(failure).toMatchObject({ code: 'certificate-untrusted' })
  const trusting = modelsVia(async () => ({ proxy: 'none', caFile }))
  expect((await trusting.listModels(at, NEVER_ABORTED)).models).not.toEqual([])
  proves('network.models.authorities')
})

it('a proxy that refuses the password, and one that is not there, are named', async () => {
  const { names } = await start()
  const proxy = await startConnectProxy({ credentials: 'ann:right', names })
  const { host } = new URL(proxy.url)
  const wrong: ResolvedNetwork = { proxy: { url: proxy.url, user: 'ann', password: 'wrong' } }
  const models = modelsVia(async () => wrong)
  const refused = await failureOf(models.listModels(far, NEVER_ABORTED))
  expect(refused).toMatchObject({ code: 'proxy-refused' })
  expect(refused?.message).toContain(host)
  expect(refused?.message).not.toContain('wrong')
  await proxy.close()
  expect(await failureOf(models.listModels(far, NEVER_ABORTED))).toMatchObject({
    code: 'proxy-failed',
  })
  const unread = modelsVia(async () => ({
    proxy: { url: proxy.url, user: 'ann', lacksPassword: true },
  }))
  expect(await failureOf(unread.listModels(far, NEVER_ABORTED))).toMatchObject({
    code: 'proxy-failed',
  })
  const noFile = modelsVia(async () => ({ proxy: 'none', caFile: '/none.pem' }))
  expect(await failureOf(noFile.listModels(far, NEVER_ABORTED))).toMatchObject({
    code: 'proxy-failed',
  })
  proves('network.models.failed')
})
