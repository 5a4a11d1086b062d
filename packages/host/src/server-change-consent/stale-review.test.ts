import { serverDraftSchema, type ServerDraftInput } from '@gatehouse/domain'
import { describe, expect, it, vi } from 'vitest'
import { createChatHarness, until } from '../testing/chat-harness.ts'

describe('a change of a server that is another one by then', () => {
  const launch = (args: string[], change: Partial<ServerDraftInput> = {}) =>
    serverDraftSchema.parse({
      name: 'notes',
      transport: { kind: 'stdio', command: 'node', args, env: [] },
      ...change,
    })

  /** A server, and a change of its name alone that the person has before them until `allow`. */
  async function reading() {
    const harness = createChatHarness()
    const { servers, serverChangeConsent } = harness.build([]).host
    harness.consent.decision = 'allow'
    const saved = await serverChangeConsent.propose(launch(['wide']))
    if (saved.outcome !== 'saved') throw new Error('It was not saved.')
    const { id } = saved.server.config
    const { ask } = harness.consent
    let allow: (() => void) | undefined
    harness.consent.ask = (...shown) =>
      new Promise((resolve) => {
        allow = () => resolve(ask(...shown))
      })
    const renaming = serverChangeConsent.propose(launch(['wide'], { id, name: 'renamed' }))
    renaming.catch(() => undefined)
    await until(() => allow)
    harness.consent.ask = ask
    const change = (args: string[]) => serverChangeConsent.propose(launch(args, { id }))
    return { harness, servers, id, renaming, change, allow: () => allow?.() }
  }

  /**
   * @threat boundary.stale-changes
   * @attacker page
   * @tries proposes two changes of one server, so that the second undoes the first though its consent window says that
   * the name alone changes
   * @stoppedBy what changes is compared again when the change is saved; one that is not what was shown is refused, and
   * so is one of a server that was removed
   */
  it('is not saved, since the person read that the name alone changes', async () => {
    const { servers, id, renaming, change, allow } = await reading()
    await change(['narrow'])
    allow()
    await expect(renaming).rejects.toMatchObject({ code: 'server/review-expired' })
    expect(servers.get(id).config).toMatchObject({ name: 'notes', transport: { args: ['narrow'] } })
  })

  /** @threat boundary.stale-changes */
  it('is not saved after one that was allowed first and is still being saved', async () => {
    const { harness, servers, id, renaming, change, allow } = await reading()
    const { lifecycle } = servers.get(id)
    let stopped: (() => void) | undefined
    vi.spyOn(lifecycle, 'stop').mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          stopped = resolve
        }),
    )
    const narrowing = change(['narrow'])
    await until(() => stopped)
    allow()
    for (let round = 0; round < 50; round += 1) await Promise.resolve()
    expect(harness.consent.asked).toHaveLength(3)
    stopped?.()
    await expect(renaming).rejects.toMatchObject({ code: 'server/review-expired' })
    await narrowing
    expect(servers.get(id).config).toMatchObject({ name: 'notes', transport: { args: ['narrow'] } })
  })

  it('is not saved when the server is gone', async () => {
    const { servers, id, renaming, allow } = await reading()
    await servers.remove(id)
    allow()
    await expect(renaming).rejects.toMatchObject({ code: 'server/review-expired' })
    expect(servers.list()).toEqual([])
  })

  it('is saved when nothing but what changes no launch was adjusted', async () => {
    const { servers, id, renaming, allow } = await reading()
    servers.adjust(id, { start: 'demand', requestTimeoutMs: 5000, logLevel: 'debug' })
    allow()
    await expect(renaming).resolves.toMatchObject({ outcome: 'saved' })
    expect(servers.get(id).config).toMatchObject({ name: 'renamed', logLevel: 'debug' })
  })
})
