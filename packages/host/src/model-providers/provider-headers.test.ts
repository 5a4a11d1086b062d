import type { ModelProviderDraft } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import type { ModelEndpoint } from '../ports/index.ts'
import { createChatHarness, type ChatHarness } from '../testing/chat-harness.ts'

const SECRET = 'Bearer gw-secret-of-the-team'
const header = { name: 'X-Gateway-Auth', value: SECRET, secret: true } as const
const plain = { name: 'X-Team', value: 'research', secret: false } as const
const draft: ModelProviderDraft = {
  kind: 'openai-compatible',
  name: 'Gateway',
  baseUrl: 'https://a.example/v1',
  key: null,
  headers: [header, plain],
}
const list = { models: [{ id: 'm' }] }
let harness: ChatHarness

beforeEach(() => {
  harness = createChatHarness()
})

async function saved() {
  const { host, models } = harness.build([])
  const sent: ModelEndpoint[] = []
  models.listModels = (endpoint) => {
    sent.push(endpoint)
    return Promise.resolve(list)
  }
  const client = models.client
  models.client = (endpoint) => {
    sent.push(endpoint)
    return client(endpoint)
  }
  const provider = await host.providers.save(draft, list)
  return { host, models, provider, sent }
}

const secretRefs = (): string[] =>
  [...harness.vault.secrets.keys()].filter((ref) => ref.includes('/header/'))

it('headers go with the test, the list and the steps; a secret one is in the keychain and nowhere else', async () => {
  const { host, provider, sent } = await saved()
  await host.providers.test(draft)
  await host.providers.refresh(provider.id)
  await host.providers.connect({ providerId: provider.id, modelId: 'm' })
  const expected = [
    { name: 'X-Gateway-Auth', value: SECRET, isSecret: true },
    { name: 'X-Team', value: 'research', isSecret: false },
  ]
  expect(sent.map(({ headers }) => headers)).toEqual([expected, expected, expected])
  const [ref = ''] = secretRefs()
  expect(harness.vault.secrets.get(ref)).toBe(SECRET)
  const seen = JSON.stringify([
    host.providers.list(),
    harness.events.recorded,
    harness.consent.asked,
  ])
  expect(seen).not.toContain('gw-secret')
  expect(seen).toContain('research')
  proves('model.headers.sent')
  proves('model.headers.kept')
})

/**
 * @threat models.header-elsewhere
 * @attacker configuration
 * @tries Changes the address of a provider on disk or in the form, so that its headers go to another host; or responds
 * with a redirect.
 * @stoppedBy Headers are bound to the origin that they were given for, compared where they are read, and typed again
 * for another. Redirects are not followed.
 */
it('a header follows to no other address, neither to test it nor to save it, nor from the disk', async () => {
  const { host, provider, sent } = await saved()
  const kept = { ...header, value: null }
  const moved = { ...draft, id: provider.id, baseUrl: 'https://b.example/v1', headers: [kept] }
  const refusal = { data: { failure: { code: 'key-elsewhere' } } }
  await expect(host.providers.test(moved)).rejects.toMatchObject(refusal)
  await expect(host.providers.save(moved, list)).rejects.toMatchObject(refusal)
  harness.stores.providers.save({ ...provider, baseUrl: 'https://evil.example/v1' })
  const model = { providerId: provider.id, modelId: 'm' }
  await expect(host.providers.connect(model)).rejects.toMatchObject(refusal)
  expect(sent).toEqual([])
  proves('model.headers.bound')
})

/** @threat models.header-changes-request */
it('a first header for an address is asked about with its name alone, other values are no news', async () => {
  const { host, provider } = await saved()
  expect(harness.consent.asked.at(-1)).toMatchObject({
    kind: 'provider',
    hasKey: false,
    headers: [
      { name: 'X-Gateway-Auth', isSecret: true },
      { name: 'X-Team', isSecret: false },
    ],
  })
  const asked = harness.consent.asked.length
  const id = provider.id
  const other = { ...header, name: 'x-gateway-auth', value: 'another secret value' }
  await host.providers.save({ ...draft, id, headers: [other] }, list)
  expect(harness.consent.asked).toHaveLength(asked)
  expect(secretRefs()).toHaveLength(1)
  harness.consent.decision = 'cancel'
  const more = { name: 'X-More', value: 'v', secret: false }
  await expect(host.providers.test({ ...draft, id, headers: [other, more] })).rejects.toMatchObject(
    { code: 'provider/not-allowed' },
  )
  expect(harness.consent.asked).toHaveLength(asked + 1)
  proves('model.headers.asked')
})

it('a secret is kept where the field is empty, and forgotten with its header and its provider', async () => {
  const { host, provider } = await saved()
  const id = provider.id
  const before = secretRefs()
  await host.providers.save({ ...draft, id, headers: [{ ...header, value: null }] }, list)
  expect(secretRefs()).toEqual(before)
  await host.providers.save({ ...draft, id, headers: [plain] }, list)
  expect(secretRefs()).toEqual([])
  await host.providers.save({ ...draft, id }, list)
  await host.providers.remove(id)
  expect(secretRefs()).toEqual([])
})

/**
 * @threat models.header-comes-back
 * @attacker model
 * @tries Repeats the secret value of a header in a list, a response or an error, so that it is shown or kept.
 * @stoppedBy Secret values and the tokens in them are hidden like the key in all that an endpoint sends, from 8
 * characters on.
 * @remains A value that is not marked as secret is shown as it is.
 */
it('a secret header is hidden in what comes back, its token apart as well', async () => {
  const { host, models } = await saved()
  models.listModels = () =>
    Promise.resolve({ models: [{ id: 'm', name: `you sent ${SECRET} or gw-secret-of-the-team` }] })
  const { models: shown } = await host.providers.test(draft)
  expect(JSON.stringify(shown)).not.toContain('gw-secret')
  expect(shown[0]?.name).toMatch(/^you sent .*•/)
  proves('model.headers.masked')
})

/**
 * @threat models.header-called-plain
 * @attacker page
 * @tries Calls a header that is kept as a secret a plain one, so that what an endpoint says of it is not hidden.
 * @stoppedBy What was kept as a secret stays one until another value is typed.
 */
it('a header that was kept as a secret stays one, whatever the window calls it', async () => {
  const { host, models, provider } = await saved()
  const before = secretRefs()
  models.listModels = () => Promise.resolve({ models: [{ id: 'm', name: `you sent ${SECRET}` }] })
  const shown = { ...draft, id: provider.id, headers: [{ ...header, value: null, secret: false }] }
  expect(JSON.stringify(await host.providers.test(shown))).not.toContain('gw-secret')
  await host.providers.save(shown, list)
  expect(secretRefs()).toEqual(before)
  expect(harness.vault.secrets.get(before[0] ?? '')).toBe(SECRET)
})

/**
 * @threat models.header-changes-request
 * @attacker page
 * @tries Adds a header that names another host, another length, a cookie, the key, or a second line of headers.
 * @stoppedBy Main and the adapter refuse such names and values each for itself; a header of a new name for an address
 * is asked about in the consent window.
 */
it.each([
  'Host',
  'content-length',
  'Content-Type',
  'Connection',
  'Cookie',
  'Transfer-Encoding',
  'proxy-authorization',
  'Sec-Fetch-Site',
  'Origin',
  'X Space',
  'X-Line\r\nEvil',
  '__proto__',
  '',
])('the header %j is refused by main, whatever the window let through', async (name) => {
  const { host, sent } = await saved()
  const bad = { ...draft, headers: [{ name, value: 'v', secret: false }] }
  await expect(host.providers.test(bad)).rejects.toMatchObject({
    data: { failure: { code: 'bad-request' } },
  })
  expect(sent).toEqual([])
})

/** @threat models.header-changes-request */
it('no header takes the place of a key, typed or stored', async () => {
  const { host } = await saved()
  const headers = [{ name: 'Authorization', value: 'Basic abc', secret: true }]
  await host.providers.test({ ...draft, headers })
  const refusal = { data: { failure: { code: 'bad-request' } } }
  await expect(host.providers.test({ ...draft, headers, key: 'k' })).rejects.toMatchObject(refusal)
  const keyed = await host.providers.save({ ...draft, key: 'k', headers: [] }, list)
  await expect(host.providers.test({ ...draft, id: keyed.id, headers })).rejects.toMatchObject(
    refusal,
  )
  proves('model.headers.refused')
})
