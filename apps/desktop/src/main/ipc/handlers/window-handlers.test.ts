import { defaultSettings, type Conversation } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQuickChat, QUICK_CHAT_MS } from '../../windows/quick-chat.ts'
import { MAIN_WINDOW, QUICK_WINDOW } from '../../windows/window-role.ts'
import { windowHandlers } from './window-handlers.ts'

type Given = Parameters<typeof windowHandlers>

let now: number
let made: number
let blank: Set<string>
let asking: string
let given: Set<string>
let settings: typeof defaultSettings
let held: string | null

function handlers() {
  const find = (id: string) => (id.startsWith('c') ? ({ id } as Conversation) : null)
  const create = (blankId?: string) => {
    if (blankId !== undefined && blank.has(blankId)) return { id: blankId } as Conversation
    made += 1
    blank.add(`c${made}`)
    return { id: `c${made}` } as Conversation
  }
  const host = {
    conversations: { find, create },
    settings: () => settings,
    setQuickAskShortcut: (quickAskShortcut: string | null) =>
      (settings = { ...settings, quickAskShortcut }),
  } as unknown as Given[0]
  const windows = {
    asking: () => asking,
    quick: createQuickChat(() => now),
    quickChanged: () => undefined,
    shortcut: {
      set(accelerator: string | null) {
        held = accelerator === null || given.has(accelerator) ? accelerator : null
        return held === accelerator
      },
      isActive: () => held !== null,
    },
  } as unknown as Given[1]['windows']
  return {
    windows,
    routes: windowHandlers(host, { windows, safeStarts: {} as Given[1]['safeStarts'] }),
  }
}

beforeEach(() => {
  now = 0
  made = 0
  blank = new Set()
  asking = QUICK_WINDOW
  given = new Set(['Control+Alt+Space', 'Control+Alt+K'])
  settings = defaultSettings
  held = null
})

describe('the chat of quick ask', () => {
  it('continues for ten minutes, then another begins; one without messages is used again', async () => {
    const { routes, windows } = handlers()
    const chat = async (isNew: boolean) => (await routes['window.quick-chat']({ isNew })).id
    expect(await chat(false)).toBe('c1')
    expect(await chat(true)).toBe('c1')
    blank.delete('c1')
    windows.quick.left()
    now += QUICK_CHAT_MS
    expect(await chat(false)).toBe('c1')
    windows.quick.left()
    now += QUICK_CHAT_MS + 1
    expect(await chat(false)).toBe('c2')
    windows.quick.left()
    now += QUICK_CHAT_MS + 1
    expect(await chat(false)).toBe('c2')
    blank.delete('c2')
    expect(await chat(true)).toBe('c3')
  })

  it('is given to no other window', () => {
    const { routes } = handlers()
    asking = MAIN_WINDOW
    expect(() => routes['window.quick-chat']({ isNew: true })).toThrow(
      'Only the quick-ask window can do this.',
    )
    expect(() => routes['window.hide']({})).toThrow('Only the quick-ask window can do this.')
    expect(made).toBe(0)
  })
})

describe('the global key', () => {
  it('is changed, and taken away', async () => {
    const { routes } = handlers()
    await routes['window.set-quick-shortcut']({ accelerator: 'Control+Alt+K' })
    expect(settings.quickAskShortcut).toBe('Control+Alt+K')
    expect(held).toBe('Control+Alt+K')
    await routes['window.set-quick-shortcut']({ accelerator: null })
    expect(settings.quickAskShortcut).toBeNull()
    expect(held).toBeNull()
  })

  it('that another program has changes nothing, and the one before works on', async () => {
    const { routes } = handlers()
    await routes['window.set-quick-shortcut']({ accelerator: 'Control+Alt+K' })
    expect(() => routes['window.set-quick-shortcut']({ accelerator: 'Alt+Space' })).toThrow(
      'The system did not give Gatehouse this shortcut',
    )
    expect(settings.quickAskShortcut).toBe('Control+Alt+K')
    expect(held).toBe('Control+Alt+K')
  })
})
