import { describe, expect, it } from 'vitest'
import { createChatHarness } from '../testing/chat-harness.ts'

describe('a new receiver of chats', () => {
  const provider = {
    kind: 'openai-compatible',
    name: 'Mine',
    baseUrl: 'https://models.example/v1',
    key: null,
  } as const
  const models = { models: [{ id: 'm' }] }

  /** @threat consent.new-receiver */
  it('is asked about once, and again for a first key, another host or another port', async () => {
    const harness = createChatHarness()
    const { host } = harness.build([])
    const asked = () => harness.consent.asked.length
    harness.consent.decision = 'cancel'
    const refused = { code: 'provider/not-allowed' }
    await expect(host.providers.test(provider)).rejects.toMatchObject(refused)
    await expect(host.providers.save(provider, models)).rejects.toMatchObject(refused)
    expect([host.providers.list(), asked()]).toEqual([[], 2])
    harness.consent.decision = 'allow'
    await host.providers.test(provider)
    const { id } = await host.providers.save(provider, models)
    await host.providers.save({ ...provider, id, name: 'Renamed' }, models)
    expect(asked()).toBe(3)
    await host.providers.save({ ...provider, id, key: 'k' }, models)
    expect(asked()).toBe(4)
    await host.providers.save({ ...provider, id, key: 'another' }, models)
    expect(asked()).toBe(4)
    const moved = { ...provider, id, key: 'another', baseUrl: 'https://models.example:8443/v1' }
    await host.providers.save(moved, models)
    expect(asked()).toBe(5)
    expect(harness.consent.asked.at(-1)).toMatchObject({
      kind: 'provider',
      hasKey: true,
      before: 'https://models.example/v1',
    })
    expect(JSON.stringify(harness.consent.asked)).not.toContain('another')
  })
})

const DISGUISED = 'https://api.openai.com\u2044v1.evil.example/v1'
const MEANT = 'https://api.openai.xn--comv1-f33b.evil.example/v1'

describe('an address that reads as that of another host', () => {
  /** @threat consent.disguised-host */
  it('is shown and kept as the host to which chats and a key go', async () => {
    const harness = createChatHarness()
    const { host } = harness.build([])
    const provider = { kind: 'openai-compatible', name: 'OpenAI', key: 'k' } as const
    const models = { models: [{ id: 'm' }] }
    const { id } = await host.providers.save({ ...provider, baseUrl: DISGUISED }, models)
    expect(host.providers.list()).toMatchObject([{ id, baseUrl: MEANT }])
    const plain = { ...provider, id, baseUrl: 'https://api.openai.com/v1' }
    await host.providers.save(plain, models)
    expect(harness.consent.asked).toMatchObject([
      { baseUrl: MEANT, written: 'api.openai.com\u2044v1.evil.example', before: null },
      { baseUrl: 'https://api.openai.com/v1', written: null, before: MEANT },
    ])
  })
})
