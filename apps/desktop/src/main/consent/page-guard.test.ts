import type { RouteHandlers } from '@gatehouse/contract'
import { describe, expect, it } from 'vitest'
import { createRouter } from '../ipc/router.ts'
import { createPageGuard } from './page-guard.ts'
import { watchPresses } from './presses.ts'
import { refusalOf } from '../ipc/testing/refusal-of.ts'

function setUp({ isAssisted = false } = {}) {
  const state = { now: 10_000, isInFront: true, seenSince: 0 }
  const presses = watchPresses(() => state.now)
  const guard = createPageGuard({
    now: () => state.now,
    latest: () => presses.latest(),
    takeDrop: () => presses.takeDrop(),
    isInFront: () => state.isInFront,
    seenSince: () => state.seenSince,
    isAssisted: () => isAssisted,
  })
  return {
    state,
    note: presses.note,
    drop: presses.noteDrop,
    propose: (id: string) =>
      refusalOf(guard, 'import.propose', { id, choices: [], answers: [] })?.code,
    press() {
      presses.note({ type: 'mouseDown' })
      presses.note({ type: 'mouseUp' })
    },
    wait: (ms: number) => void (state.now += ms),
    ask: (id: string) => guard.sent('ask.changed', { id, state: { status: 'pending' } }),
    end: (id: string) => guard.sent('ask.changed', { id, state: { status: 'answered' } }),
    guard,
    sent: guard.sent,
    send: () => refusalOf(guard, 'chat.send', { id: 'a', text: 'x', attachmentIds: [] })?.code,
    allow: (id: string) =>
      refusalOf(guard, 'ask.answer', {
        id,
        answer: { kind: 'tool-approval', decision: 'allow-once' },
      })?.code,
    allowAlike: (id: string, other: string) =>
      refusalOf(guard, 'ask.answer', {
        id,
        answer: { kind: 'tool-approval', decision: 'allow-in-chat' },
        alike: [{ id: other, shown: '0'.repeat(64) }],
      })?.code,
    deny: (id: string) =>
      refusalOf(guard, 'ask.answer', { id, answer: { kind: 'tool-approval', decision: 'deny' } })
        ?.code,
    allowAll: (...ids: string[]) =>
      refusalOf(guard, 'ask.answer-plan', {
        decision: 'allow-once',
        calls: ids.map((id) => ({ id, shown: '0'.repeat(64) })),
      })?.code,
    denyAll: (...ids: string[]) =>
      refusalOf(guard, 'ask.answer-plan', { decision: 'deny', calls: ids })?.code,
    read: () => refusalOf(guard, 'chat.list', {})?.code,
    readResource: (uri: string) =>
      refusalOf(guard, 'server.read-resource', { id: 's', uri, requestId: 'r' })?.code,
    adjust: (start: 'launch' | 'demand') =>
      refusalOf(guard, 'server.adjust', {
        id: 's',
        behaviour: {
          start,
          toolTimeouts: {},
          logLevel: null,
          requestTimeoutMs: 1,
          totalTimeoutMs: 1,
        },
      } as never)?.code,
    openForm: () =>
      refusalOf(guard, 'chat.open-tool-form', { id: 'c', serverId: 's', toolName: 't' })?.code,
    form: (id: string) => guard.sent('chat.open-tool-form', { id }),
    run: (id?: string) =>
      refusalOf(guard, 'chat.run-tool', {
        id: 'c',
        serverId: 's',
        toolName: 't',
        arguments: {},
        ...(id === undefined ? {} : { form: { id, shown: '0'.repeat(64) } }),
      })?.code,
    resume: () => refusalOf(guard, 'app.resume', { what: 'servers' })?.code,
  }
}

describe('the guard of the page', () => {
  /** @threat consent.act-for-person */
  it('lets the page act only right after a press, in a window in front', () => {
    const { send, press, wait, state, read } = setUp()
    expect(send()).toBe('app/not-by-person')
    expect(read()).toBeUndefined()
    press()
    expect(send()).toBeUndefined()
    press()
    wait(2900)
    expect(send()).toBeUndefined()
    press()
    wait(3100)
    expect(send()).toBe('app/not-by-person')
    press()
    state.isInFront = false
    expect(send()).toBe('app/not-by-person')
  })

  /** @threat consent.act-for-person */
  it('counts no pointer that only moves and no key that repeats as a press', () => {
    const { send, note, press, wait } = setUp()
    for (const type of ['mouseMove', 'mouseWheel', 'mouseEnter', 'mouseUp', 'keyUp', 'char'])
      note({ type })
    expect(send()).toBe('app/not-by-person')
    press()
    wait(4000)
    for (const modifiers of [['isautorepeat'], ['isAutoRepeat']])
      note({ type: 'keyDown', modifiers })
    expect(send()).toBe('app/not-by-person')
  })

  /** @threat unseen.plan-from-the-page */
  it('takes one decision about several calls only half a second after the last of them', () => {
    const { allowAll, ask, press, wait } = setUp()
    ask('a')
    wait(400)
    ask('b')
    wait(499)
    press()
    expect(allowAll('a', 'b')).toBe('ask/not-by-person')
    expect(allowAll('a')).toBeUndefined()
    wait(1)
    press()
    expect(allowAll('a', 'b', 'never-shown')).toBe('ask/not-by-person')
    expect(allowAll('a', 'b')).toBeUndefined()
  })

  /** @threat unseen.alike */
  it('takes a lasting permission with other calls only half a second after the last of them', () => {
    const { allowAlike, ask, press, wait } = setUp()
    ask('a')
    wait(400)
    ask('b')
    wait(499)
    press()
    expect(allowAlike('a', 'b')).toBe('ask/not-by-person')
    wait(1)
    press()
    expect(allowAlike('a', 'never-shown')).toBe('ask/not-by-person')
    expect(allowAlike('a', 'b')).toBeUndefined()
  })

  it('takes a decision about several calls of which one ended while the press was on its way', () => {
    const { allow, allowAll, ask, end, press, wait } = setUp()
    for (const id of ['a', 'b']) ask(id)
    wait(600)
    press()
    end('a')
    end('never-shown')
    expect(allowAll('a', 'never-shown')).toBe('ask/not-by-person')
    expect(allow('a')).toBe('ask/not-by-person')
    // One that is over spends no press: nothing is allowed by it.
    expect(allowAll('a')).toBeUndefined()
    expect(allowAll('a', 'b')).toBeUndefined()
    expect(allowAll('b')).toBe('ask/not-by-person')
  })

  it('lets a plan through the router of which one call was withdrawn, and main says which is gone', async () => {
    const { guard, ask, end, press, wait } = setUp()
    const reached: unknown[] = []
    const handlers = {
      'ask.answer-plan': (plan: { calls: unknown }) => {
        reached.push(plan.calls)
        return { gone: ['a'] }
      },
      'ask.answer': () => reached.push('one'),
    } as unknown as RouteHandlers
    const write = (): void => undefined
    const log = { info: write, warn: write, error: write }
    const router = createRouter({ handlers, checkOutputs: true, log })
    for (const id of ['a', 'b']) ask(id)
    wait(600)
    press()
    end('a')
    const decision = 'allow-once'
    const answer = { kind: 'tool-approval', decision, shown: '0'.repeat(64) }
    expect(await router.handle('ask.answer', { id: 'a', answer }, guard)).toMatchObject({
      error: { code: 'ask/not-by-person' },
    })
    const calls = ['a', 'b'].map((id) => ({ id, shown: '0'.repeat(64) }))
    expect(await router.handle('ask.answer-plan', { decision, calls }, guard)).toEqual({
      ok: true,
      data: { gone: ['a'] },
    })
    expect(reached).toEqual([calls])
  })

  /**
   * @threat window.comes-up
   * @attacker page
   * @tries Brings a window to the front by itself, under a press that was meant for another.
   * @stoppedBy Opening a window and going to a place in another one need a press in the window that asks; each window
   * counts its own time with an ask.
   * @remains A press can be ridden on to raise one window, in which nothing is answered by it.
   */
  it('opens and raises windows for a person alone', () => {
    const { guard, press } = setUp()
    const open = () => refusalOf(guard, 'window.open-chat', { id: 'a' })?.code
    const show = () => refusalOf(guard, 'window.show-place', { place: { section: 'chats' } })?.code
    expect([open(), show()]).toEqual(['app/not-by-person', 'app/not-by-person'])
    press()
    expect(open()).toBeUndefined()
    press()
    expect(show()).toBeUndefined()
  })

  /**
   * @threat window.crowd
   * @attacker page
   * @tries Opens hundreds of windows, each a process, until the machine can do nothing else.
   * @stoppedBy One press opens one window.
   * @remains A page that keeps reusing presses gets a window for each, which the person sees. Assistive technology
   * makes no presses: while it is in use, focus alone counts.
   */
  it('opens one window by one press, whichever it is, and one that was refused for its age takes none', () => {
    const { guard, press, wait } = setUp()
    const open = (id: string) => refusalOf(guard, 'window.open-chat', { id })?.code
    const quick = () => refusalOf(guard, 'window.open-quick', {})?.code
    press()
    wait(3001)
    expect(open('a')).toBe('app/not-by-person')
    press()
    expect(open('a')).toBeUndefined()
    expect([open('b'), quick(), open('c')]).toEqual(Array(3).fill('app/not-by-person'))
    press()
    expect(quick()).toBeUndefined()
  })

  /**
   * @threat window.hidden-ask
   * @attacker server
   * @tries Asks while the window is hidden, so that a press that was made as it comes up allows what was not read.
   * @stoppedBy What is allowed must have been in the window for half a second since that was seen, not since it was
   * sent.
   * @remains A window that lies behind others counts as seen: main does not know what covers it.
   */
  it('takes no answer to an ask that came while the window was hidden before it was seen for half a second', () => {
    const { allow, allowAll, form, run, ask, press, wait, state } = setUp()
    ask('a')
    form('f')
    wait(60_000)
    state.seenSince = state.now
    wait(499)
    press()
    expect([allow('a'), allowAll('a'), run('f')]).toEqual(Array(3).fill('ask/not-by-person'))
    wait(1)
    press()
    expect(allow('a')).toBeUndefined()
  })

  it('says what a person can do when nobody pressed anything', () => {
    const guard = createPageGuard({
      now: () => 0,
      latest: () => undefined,
      takeDrop: () => false,
      isInFront: () => true,
      seenSince: () => 0,
      isAssisted: () => false,
    })
    expect(refusalOf(guard, 'chat.send', { id: 'a', text: 'x', attachmentIds: [] })?.message).toBe(
      'Gatehouse did not detect a click or key press from you in its window. Try again.',
    )
  })

  /** @threat unseen.plan-from-the-page */
  it('takes no second decision from the press of a first, about several calls or one', () => {
    const { allow, allowAll, denyAll, ask, press, wait } = setUp()
    for (const id of ['a', 'b', 'c']) ask(id)
    wait(600)
    expect(allowAll('a', 'b')).toBe('ask/not-by-person')
    expect(denyAll('a', 'b')).toBe('ask/not-by-person')
    press()
    expect(denyAll('a')).toBeUndefined()
    expect(allowAll('a', 'b')).toBeUndefined()
    expect(allowAll('c')).toBe('ask/not-by-person')
    expect(allow('c')).toBe('ask/not-by-person')
  })

  /** @threat consent.answer-ask */
  it('takes an answer only from a press that came half a second after the ask', () => {
    const { allow, ask, press, wait } = setUp()
    ask('a')
    wait(499)
    press()
    expect(allow('a')).toBe('ask/not-by-person')
    wait(1)
    // The press itself must have begun late enough, not only the answer.
    expect(allow('a')).toBe('ask/not-by-person')
    press()
    expect(allow('a')).toBeUndefined()
  })

  /** @threat consent.answer-ask */
  it('takes one answer from one press', () => {
    const { allow, ask, press, wait } = setUp()
    ask('a')
    ask('b')
    wait(600)
    press()
    expect(allow('a')).toBeUndefined()
    expect(allow('b')).toBe('ask/not-by-person')
    press()
    expect(allow('b')).toBeUndefined()
  })

  /** @threat consent.answer-ask */
  it('takes no answer to an ask that the window never got, or that is over', () => {
    const { allow, ask, end, press, wait } = setUp()
    wait(600)
    press()
    expect(allow('unknown')).toBe('ask/not-by-person')
    ask('a')
    wait(600)
    end('a')
    press()
    expect(allow('a')).toBe('ask/not-by-person')
  })

  /** @threat forms.run-by-page */
  it('runs a form only by another press than the one that opened it, half a second later', () => {
    const { openForm, form, run, press, wait } = setUp()
    expect(openForm()).toBe('app/not-by-person')
    expect(run('a')).toBe('ask/not-by-person')
    press()
    expect(openForm()).toBeUndefined()
    form('a')
    expect(run('a')).toBe('ask/not-by-person')
    wait(499)
    press()
    expect(run('a')).toBe('ask/not-by-person')
    wait(1)
    expect(run('a')).toBe('ask/not-by-person')
    expect(run('never-opened')).toBe('ask/not-by-person')
    press()
    expect(run('a')).toBeUndefined()
  })

  /** @threat forms.run-by-page */
  it('runs one form by one press, which answers no ask as well, nor the other way round', () => {
    const { allow, ask, form, run, press, wait } = setUp()
    for (const id of ['a', 'b']) {
      form(id)
      ask(id)
    }
    wait(600)
    press()
    expect(run('a')).toBeUndefined()
    expect(run('b')).toBe('ask/not-by-person')
    expect(allow('a')).toBe('ask/not-by-person')
    press()
    expect(allow('a')).toBeUndefined()
    expect(run('b')).toBe('ask/not-by-person')
    press()
    wait(3001)
    expect(run('b')).toBe('ask/not-by-person')
    expect(run()).toBe('app/not-by-person')
    // A call that no form vouches for is asked about, which takes a press of its own.
    press()
    expect(run()).toBeUndefined()
  })

  it('asks assistive technology for no press on a form, but for its half second', () => {
    const { form, run, wait, openForm } = setUp({ isAssisted: true })
    expect(openForm()).toBeUndefined()
    form('a')
    expect(run('a')).toBe('ask/not-by-person')
    wait(600)
    expect(run('a')).toBeUndefined()
  })

  it('lets a person refuse at once', () => {
    const { deny, ask, press } = setUp()
    ask('a')
    expect(deny('a')).toBe('ask/not-by-person')
    press()
    expect(deny('a')).toBeUndefined()
  })

  it('counts an ask from when the window received it first, by an event or a list', () => {
    const { allow, sent, ask, press, wait } = setUp()
    sent('ask.list', [{ id: 'a', state: { status: 'pending' } }])
    wait(600)
    ask('a')
    press()
    expect(allow('a')).toBeUndefined()
  })

  it('asks assistive technology for no press, but for time and focus all the same', () => {
    const { allow, send, ask, wait, state } = setUp({ isAssisted: true })
    expect(send()).toBeUndefined()
    ask('a')
    expect(allow('a')).toBe('ask/not-by-person')
    wait(600)
    expect(allow('a')).toBeUndefined()
    state.isInFront = false
    expect(send()).toBe('app/not-by-person')
  })

  /** @threat consent.act-for-person */
  it('reads a resource at a server by a press, and again without one when it changed', () => {
    const { readResource, press, wait } = setUp()
    expect(readResource('a:1')).toBe('app/not-by-person')
    press()
    expect(readResource('a:1')).toBeUndefined()
    wait(4000)
    expect(readResource('a:1')).toBeUndefined()
    expect(readResource('a:2')).toBe('app/not-by-person')
  })

  /**
   * @threat consent.import-without-press
   * @attacker page
   * @tries opens consent windows for imports again and again, with one file that the person dropped, picked or downloaded
   * @stoppedBy a drop, a picked file and a download open one consent window without another press, for that import alone
   */
  it('opens one consent window for what the person dropped, picked or downloaded', () => {
    const { propose, sent, drop, wait } = setUp()
    const refused = 'app/not-by-person'
    sent('import.read-file', { id: 'a' })
    expect(propose('a')).toBe(refused)
    drop()
    sent('import.read-file', { id: 'a' })
    // Unpacking takes as long as it takes.
    wait(60_000)
    expect([propose('b'), propose('a'), propose('a')]).toEqual([refused, undefined, refused])
    sent('import.read-file', { id: 'a' })
    expect(propose('a')).toBe(refused)
    sent('import.download', null)
    sent('import.download', { id: 'c' })
    expect([propose('c'), propose('c')]).toEqual([undefined, refused])
    sent('import.choose-file', { id: 'd' })
    sent('import.read-text', { id: 'e' })
    expect([propose('e'), propose('d')]).toEqual([refused, undefined])
  })

  /** @threat consent.act-for-person */
  it('lets nobody but the person have servers started, now or with the next launch', () => {
    const { adjust, resume, press } = setUp()
    expect(resume()).toBe('app/not-by-person')
    expect(adjust('launch')).toBe('app/not-by-person')
    expect(adjust('demand')).toBeUndefined()
    press()
    expect(resume()).toBeUndefined()
    expect(adjust('launch')).toBeUndefined()
  })
})

describe('script in the page, with nothing pressed', () => {
  const guard = createPageGuard({
    now: () => 0,
    latest: () => undefined,
    takeDrop: () => false,
    isInFront: () => true,
    seenSince: () => 0,
    isAssisted: () => false,
  })
  /** @threat consent.destroys */
  it('gives no server a folder back that the person took from it', () => {
    expect(refusalOf(guard, 'workspace.restore-folder', { id: 'w', path: '/a' })?.code).toBe(
      'app/not-by-person',
    )
    expect(refusalOf(guard, 'workspace.restore', { id: 'w' })?.code).toBe('app/not-by-person')
  })
  /** @threat grants.workspace */
  it('moves no chat to another workspace', () => {
    for (const workspaceId of ['w', null])
      expect(refusalOf(guard, 'chat.set-workspace', { id: 'c', workspaceId })?.code).toBe(
        'app/not-by-person',
      )
  })
  /** @threat files.page-reads */
  it('lists and reads no file', () => {
    const place = { id: 'c', folder: '/a', path: 'b' }
    expect(refusalOf(guard, 'chat.attach-entry', place)?.code).toBe('app/not-by-person')
    const typed = { id: 'c', query: 'b' }
    expect(refusalOf(guard, 'chat.find-entries', typed)?.code).toBe('app/not-by-person')
  })

  /**
   * @threat consent.destroys
   * @attacker page
   * @tries Removes chats, servers with their secrets, providers with their keys, secrets of the keychain or workspaces,
   * or brings back folders that the person took from servers, by calling main’s routes by itself.
   * @stoppedBy Removing and bringing back are acts: main wants a real press not long before.
   * @remains Script in the page can ride on a press that was meant for something else, and can change settings, the
   * model and the servers of a chat without one; nothing is sent by that.
   */
  it('removes nothing that the person has', () => {
    const removing = ['chat', 'server', 'provider', 'workspace'] as const
    const codes = [
      ...removing.map((what) => refusalOf(guard, `${what}.remove`, { id: 'x' })?.code),
      refusalOf(guard, 'import.undo', { id: 'x' })?.code,
      refusalOf(guard, 'secret.forget', { refs: ['x'] })?.code,
      refusalOf(guard, 'task.cancel', { id: 'x' })?.code,
      refusalOf(guard, 'ask.dismiss-unsent', { id: 'x' })?.code,
    ]
    expect(new Set(codes)).toEqual(new Set(['app/not-by-person']))
  })
})
