import { NEVER_ABORTED } from '@gatehouse/base'
import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { createConsentQueue } from '../consent/consent-queue.ts'
import type { AppWindow } from './app-windows.ts'
import { createPageConsent } from './page-consent.ts'
import { createQuickChat, QUICK_CHAT_MS } from './quick-chat.ts'
import { createFakeWindows, type FakeWindow } from './testing/fake-windows.ts'
import { refusalOf } from '../ipc/testing/refusal-of.ts'

const chat = (id: string) => ({ id, leavesNoTrace: false })

/** The main window and those of two chats, the last one in front. */
function setUp() {
  const fake = createFakeWindows()
  fake.windows.showMain()
  fake.windows.showChat(chat('a'))
  fake.windows.showChat(chat('b'))
  const windowOf = (key: string): AppWindow<FakeWindow> => {
    const found = fake.windows.find((handle) => handle.key === key)
    if (!found) throw new Error(`There is no window "${key}".`)
    return found
  }
  const as = <Result>(key: string, handle: () => Result): Result =>
    fake.windows.handleCallOf(windowOf(key), handle)
  return { ...fake, windowOf, as }
}

describe('the windows', () => {
  it('a chat has one at most: asked for again it comes to the front, at the place that is wanted', () => {
    const { windows, of, as, happened } = setUp()
    windows.showChat(chat('a'), { chatPlace: { conversationId: 'a', turnId: 't', entryId: 'e' } })
    expect(happened.filter((one) => one === 'opened chat a')).toHaveLength(1)
    expect(of('chat a').isFocused()).toBe(true)
    expect(of('chat a').sent.at(-1)?.name).toBe('window.place-wanted')
    expect(as('chat b', () => windows.takePlace())).toBeNull()
    expect(as('chat a', () => windows.takePlace())).toMatchObject({ chatPlace: { entryId: 'e' } })
    expect(as('chat a', () => windows.takePlace())).toBeNull()
  })

  it('a place that nobody took goes with its window, and waits for no later one', () => {
    const { windows, of, as } = setUp()
    windows.showChat(chat('a'), { chatPlace: { conversationId: 'a', turnId: 't', entryId: 'e' } })
    of('chat a').close()
    windows.showChat(chat('a'))
    expect(as('chat a', () => windows.takePlace())).toBeNull()
  })

  it('every window is sent which chats have one, and whether the main one is there', () => {
    const { windows, of } = setUp()
    of('chat a').close()
    const now = { hasMain: true, chats: [{ id: 'b', kind: 'chat' }] }
    expect(windows.list()).toEqual(now)
    for (const key of ['main', 'chat b'])
      expect(of(key).sent.at(-1)).toEqual({ name: 'window.changed', payload: now })
    of('main').close()
    expect(windows.list().hasMain).toBe(false)
  })

  it('a place that the window of a chat does not have is shown in the main one, opened anew if it was closed', () => {
    const { windows, of, as } = setUp()
    as('chat b', () => windows.showPlace({ section: 'activity', activityId: 'x' }))
    expect(of('main').isFocused()).toBe(true)
    expect(as('main', () => windows.takePlace())).toEqual({ section: 'activity', activityId: 'x' })
    of('main').close()
    as('chat b', () => windows.showPlace({ section: 'settings' }))
    expect(of('main').isFocused()).toBe(true)
    expect(as('main', () => windows.takePlace())).toEqual({ section: 'settings' })
  })

  it('the chat of the window that asks goes to the main one with it; that of another is shown where it is', () => {
    const { windows, of, as } = setUp()
    as('chat b', () => windows.showPlace({ section: 'chats', conversationId: 'b' }))
    expect(windows.list().chats.map(({ id }) => id)).toEqual(['a'])
    expect(as('main', () => windows.takePlace())).toEqual({ section: 'chats', conversationId: 'b' })
    as('main', () => windows.showPlace({ section: 'chats', conversationId: 'a' }))
    expect(of('chat a').isFocused()).toBe(true)
    expect(windows.list().chats).toHaveLength(1)
  })

  it('what is restored is opened behind the main window', () => {
    const { windows, of } = createFakeWindows()
    windows.showMain()
    windows.restoreChat('a')
    expect(of('chat a').isBehind).toBe(true)
    expect(of('main').isFocused()).toBe(true)
  })

  it('a dialog opens over the window that asks, over the one in front when that is closed or nobody asks', async () => {
    const { windows, of, as } = setUp()
    expect(windows.current()?.key).toBe('chat b')
    await as('chat a', async () => {
      await Promise.resolve()
      expect(windows.current()?.key).toBe('chat a')
      of('chat a').close()
      expect(windows.current()?.key).toBe('chat b')
    })
  })

  it('that of a chat shows in front what its chat asks, and all else once there is no main one', () => {
    const { windows, of } = setUp()
    const role = { kind: 'chat', conversationId: 'a', leavesNoTrace: false } as const
    expect(windows.notifies(role, ['a'])).toBe(true)
    expect(windows.notifies(role, ['b'])).toBe(false)
    expect(windows.notifies(role, [])).toBe(false)
    of('main').close()
    expect(windows.notifies(role, [])).toBe(true)
  })

  it('the process of one that dies takes nothing of the others with it', () => {
    const { windows, of, happened } = setUp()
    of('chat a').die()
    of('chat a').reload()
    expect(happened.slice(-2)).toEqual(['died chat a', 'page gone of chat a'])
    expect(windows.list().chats).toHaveLength(2)
  })
})

describe('quick ask', () => {
  function withQuick() {
    const fake = setUp()
    fake.windows.showQuick()
    fake.quick.show('q')
    return fake
  }
  const chatsOf = ({ windows }: Pick<ReturnType<typeof setUp>, 'windows'>) =>
    windows.list().chats.filter(({ kind }) => kind === 'quick')

  it('its chat is in no other window while it is seen, and in any once it is hidden', () => {
    const fake = withQuick()
    expect(chatsOf(fake)).toEqual([{ id: 'q', kind: 'quick' }])
    fake.windows.showMain()
    fake.windows.showChat(chat('q'))
    expect(fake.of('quick').isFocused()).toBe(true)
    fake.windows.hideQuick()
    expect(chatsOf(fake)).toEqual([])
    fake.windows.showChat(chat('q'))
    expect(fake.of('chat q').isFocused()).toBe(true)
  })

  it('the key brings it to the front, hides it there, and brings it back', () => {
    const fake = withQuick()
    fake.windows.showMain()
    fake.windows.toggleQuick()
    expect(fake.of('quick').isFocused()).toBe(true)
    fake.windows.toggleQuick()
    expect(fake.of('quick').isVisible()).toBe(false)
    fake.windows.toggleQuick()
    expect(fake.of('quick').isFocused()).toBe(true)
    expect(fake.of('quick').sent.at(-1)?.name).toBe('window.quick-wanted')
    expect(fake.happened.filter((one) => one === 'opened quick')).toHaveLength(1)
  })

  it('its chat goes to the main window with a press, and it begins another then', () => {
    const fake = withQuick()
    fake.as('quick', () => fake.windows.showPlace({ section: 'chats', conversationId: 'q' }))
    expect(fake.of('main').isFocused()).toBe(true)
    expect(fake.of('quick').isVisible()).toBe(false)
    expect(fake.quick.continued()).toBeNull()
  })

  it('turns to another chat when its own is deleted', () => {
    const fake = withQuick()
    fake.windows.closeChat('q')
    expect(fake.quick.shown()).toBeNull()
    expect(fake.of('quick').sent.at(-1)?.name).toBe('window.quick-wanted')
  })

  it('as the only window it stays in the task bar, unless the app is reached by its icon', () => {
    const fake = createFakeWindows()
    fake.windows.showQuick()
    fake.windows.hideQuick()
    expect(fake.of('quick').isMinimized()).toBe(true)
    expect(fake.of('quick').isVisible()).toBe(true)
    fake.setTray(true)
    fake.windows.hideQuick()
    expect(fake.of('quick').isVisible()).toBe(false)
  })

  it('hidden, it closes with the last window that is seen', () => {
    const fake = withQuick()
    fake.windows.hideQuick()
    for (const key of ['chat a', 'chat b', 'main']) fake.of(key).close()
    expect(fake.windows.isOpen()).toBe(false)
  })
})

describe('the chat of quick ask', () => {
  it('is gone on with for ten minutes after it was left, and not after', () => {
    const state = { now: 0 }
    const quick = createQuickChat(() => state.now)
    quick.show('q')
    state.now += 60 * 60_000
    expect(quick.continued()).toBe('q')
    quick.left()
    state.now += QUICK_CHAT_MS
    expect(quick.continued()).toBe('q')
    state.now += 1
    expect(quick.continued()).toBeNull()
    // It is known all the same, though it may have no message yet.
    expect(quick.shown()).toBe('q')
  })
})

const send = { id: 'x', text: 'x', attachmentIds: [] }
const allow = { id: 'ask', answer: { kind: 'tool-approval', decision: 'allow-once' } } as const
const pending = { id: 'ask', state: { status: 'pending' } }

describe('the guard of each window', () => {
  /**
   * @threat window.other-press
   * @attacker page
   * @tries Acts from one window with a press that the person made in another.
   * @stoppedBy Each window has a guard of its own, with its own presses, its own keyboard and its own record of which
   * asks it was sent.
   */
  it('a press in one authorises no call from another', () => {
    const { of } = setUp()
    of('chat a').press()
    // The person is in it by now, and pressed nothing in it.
    expect(refusalOf(of('chat b').guard, 'chat.send', send)?.code).toBe('app/not-by-person')
    // Pressed, but another window is in front.
    expect(refusalOf(of('chat a').guard, 'chat.send', send)?.code).toBe('app/not-by-person')
    of('chat b').press()
    expect(refusalOf(of('chat b').guard, 'chat.send', send)).toBeUndefined()
  })

  /** @threat window.other-press */
  it('an ask must have been in the very window for half a second', () => {
    const { windows, of, wait } = setUp()
    const b = of('chat b')
    of('main').guard.sent('ask.list', [pending])
    wait(600)
    b.press()
    expect(refusalOf(b.guard, 'ask.answer', allow)?.data).toMatchObject({
      because: 'the window does not know the ask or form',
    })
    windows.send('ask.changed', pending)
    b.press()
    expect(refusalOf(b.guard, 'ask.answer', allow)?.code).toBe('ask/not-by-person')
    wait(600)
    b.press()
    expect(refusalOf(b.guard, 'ask.answer', allow)).toBeUndefined()
  })
})

const request = (workspaceName: string): ConsentRequest => ({
  kind: 'folders',
  workspaceName,
  paths: ['/'],
})
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('the consent that a page asked for', () => {
  function withConsent() {
    const fake = setUp()
    const shown: { name: string; over: string | undefined; decide(how: ConsentDecision): void }[] =
      []
    const queue = createConsentQueue({
      show: (asked, signal) =>
        new Promise((resolve) => {
          const name = asked.kind === 'folders' ? asked.workspaceName : ''
          const decide = (decision: ConsentDecision) => resolve({ decision, chosen: [] })
          shown.push({ name, over: fake.windows.current()?.key, decide })
          signal.addEventListener('abort', () => decide('cancel'))
        }),
      cancel: () => undefined,
    })
    const consent = createPageConsent(queue, fake.windows)
    const ask = (key: string, name: string) =>
      fake.as(key, () => consent.ask(request(name), NEVER_ABORTED))
    return { ...fake, shown, consent, ask }
  }

  /**
   * @threat window.orphaned-consent
   * @attacker page
   * @tries Has the consent that it asked for outlive its window, over another one.
   * @stoppedBy A consent opens over the window that asked, and is cancelled with its page; that of other windows is
   * not.
   */
  it('opens over the window that asked, also when it waited behind another', async () => {
    const { shown, ask } = withConsent()
    const first = ask('chat a', 'first')
    const second = ask('main', 'second')
    await settled()
    shown[0]?.decide('allow')
    expect(await first).toBe('allow')
    await settled()
    expect(shown.map(({ name, over }) => [name, over])).toEqual([
      ['first', 'chat a'],
      ['second', 'main'],
    ])
    shown[1]?.decide('cancel')
    expect(await second).toBe('cancel')
  })

  /** @threat consent.orphan */
  it('is cancelled with the page that asked for it, shown or waiting, and that of other windows goes on', async () => {
    const { shown, ask, of } = withConsent()
    const [first, second, other] = [ask('chat a', '1'), ask('chat a', '2'), ask('main', '3')]
    await settled()
    of('chat a').reload()
    expect(await first).toBe('cancel')
    expect(await second).toBe('cancel')
    await settled()
    expect(shown.map(({ name }) => name)).toEqual(['1', '3'])
    // The page that came back asks again.
    const again = ask('chat a', '4')
    shown[1]?.decide('allow')
    expect(await other).toBe('allow')
    await settled()
    shown[2]?.decide('allow')
    expect(await again).toBe('allow')
  })

  /** @threat window.orphaned-consent */
  it('is not shown at all when its page went before it asked', async () => {
    const { shown, consent, as, of } = withConsent()
    const late = as('chat a', async () => {
      of('chat a').close()
      await settled()
      return consent.ask(request('late'), NEVER_ABORTED)
    })
    expect(await late).toBe('cancel')
    expect(shown).toEqual([])
  })
})
