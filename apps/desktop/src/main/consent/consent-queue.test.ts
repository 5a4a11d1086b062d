import { NEVER_ABORTED } from '@gatehouse/base'
import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { createConsentQueue } from './consent-queue.ts'

const request = (name: string): ConsentRequest => ({
  kind: 'folders',
  workspaceName: name,
  paths: ['/'],
})

function setUp() {
  const shown: { name: string; decide: (decision: ConsentDecision) => void }[] = []
  const queue = createConsentQueue({
    show: (asked) =>
      new Promise((resolve) => {
        const decide = (decision: ConsentDecision) => resolve({ decision, chosen: ['chosen'] })
        shown.push({ name: asked.kind === 'folders' ? asked.workspaceName : '', decide })
      }),
    cancel: () => shown.at(-1)?.decide('cancel'),
  })
  return { shown, queue }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('the queue of consents', () => {
  it('shows one after the other', async () => {
    const { shown, queue } = setUp()
    const first = queue.ask(request('first'), NEVER_ABORTED)
    const second = queue.ask(request('second'), NEVER_ABORTED)
    await settled()
    expect(shown.map(({ name }) => name)).toEqual(['first'])
    shown[0]?.decide('allow')
    expect(await first).toBe('allow')
    await settled()
    expect(shown.map(({ name }) => name)).toEqual(['first', 'second'])
    shown[1]?.decide('cancel')
    expect(await second).toBe('cancel')
  })

  it('returns what was chosen in the window that was asked for it', async () => {
    const { shown, queue } = setUp()
    const outcome = queue.choose(request('first'), NEVER_ABORTED)
    await settled()
    shown[0]?.decide('allow')
    expect(await outcome).toEqual({ decision: 'allow', chosen: ['chosen'] })
    queue.close()
    const late = { decision: 'cancel', chosen: [] }
    expect(await queue.choose(request('late'), NEVER_ABORTED)).toEqual(late)
  })

  /** @threat consent.pile-up */
  it('lets no more than four wait, and takes more once they are decided', async () => {
    const { shown, queue } = setUp()
    const waiting = [1, 2, 3, 4].map((one) => queue.ask(request(String(one)), NEVER_ABORTED))
    await expect(queue.ask(request('5'), NEVER_ABORTED)).rejects.toMatchObject({
      code: 'consent/too-many',
    })
    for (let one = 0; one < 4; one += 1) {
      await settled()
      shown[one]?.decide('cancel')
    }
    expect(await Promise.all(waiting)).toEqual(['cancel', 'cancel', 'cancel', 'cancel'])
    void queue.ask(request('6'), NEVER_ABORTED)
    await settled()
    expect(shown.at(-1)?.name).toBe('6')
  })

  /** @threat consent.pile-up */
  it('never shows what was taken back while it waited', async () => {
    const { shown, queue } = setUp()
    const first = queue.ask(request('first'), NEVER_ABORTED)
    const controller = new AbortController()
    const second = queue.ask(request('second'), controller.signal)
    controller.abort()
    await settled()
    shown[0]?.decide('allow')
    await first
    expect(await second).toBe('cancel')
    expect(shown).toHaveLength(1)
  })

  /** @threat consent.quit-as-crash */
  it('shows nothing any more once the app leaves', async () => {
    const { shown, queue } = setUp()
    const waiting = ['first', 'second'].map((name) => queue.ask(request(name), NEVER_ABORTED))
    await settled()
    queue.close()
    const late = queue.ask(request('late'), NEVER_ABORTED)
    expect(await Promise.all([...waiting, late])).toEqual(['cancel', 'cancel', 'cancel'])
    expect(shown).toHaveLength(1)
  })
})
