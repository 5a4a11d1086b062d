import type { Prompt, ServerView } from '@gatehouse/domain'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  composerDriver,
  area,
  chosen,
  list,
  press,
  prompts,
  research,
  rows,
} from '../../../testing/render-composer.tsx'

/** A server as it would be under another name and in another state. */
function server(name: string, changes: Partial<ServerView> = {}): ServerView {
  return { ...research, config: { ...research.config, id: name, name }, ...changes }
}

async function pass(ms = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}
const { openComposer, type } = composerDriver(pass)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the list behind a mark', () => {
  it('opens where a word begins, is walked through with the keys, and leaves the focus in the text', async () => {
    await openComposer()
    await type('/')
    expect(list()).not.toBeNull()
    expect(document.activeElement).toBe(area())
    expect(chosen()).toContain('Greet somebody')
    const walk: [string, string][] = [
      ['ArrowDown', 'Daily note'],
      ['End', 'hidden'],
      ['ArrowDown', 'Greet somebody'],
      ['ArrowUp', 'hidden'],
      ['Home', 'Greet somebody'],
    ]
    for (const [key, row] of walk) {
      press(key)
      await pass()
      expect(chosen()).toContain(row)
      const active = document.getElementById(area().getAttribute('aria-activedescendant') ?? '')
      expect(active?.textContent).toBe(chosen())
    }
    expect(area().getAttribute('aria-controls')).toBe(list()?.id)
    press('Home')
    await pass()
    const first = area().getAttribute('aria-activedescendant')
    expect(first).not.toMatch(/\s/)
    await type('/rev')
    expect(chosen()).toContain('Review a pull request')
    expect(area().getAttribute('aria-activedescendant')).not.toBe(first)
    await type('/')
    expect(area().value).toBe('/')
  })

  it('opens after white space, and not within a word or for a path that was typed before', async () => {
    await openComposer()
    for (const text of ['and/', 'ada@', 'see /usr/bin']) {
      await type(text)
      expect(list()).toBeNull()
    }
    await type('Now /')
    expect(list()).not.toBeNull()
    await type('Now / ')
    expect(list()).toBeNull()
  })

  it('narrows as one types, by words and else by letters, and marks what is hidden in a name', async () => {
    await openComposer()
    await type('/')
    await type('/rev')
    expect(rows()).toHaveLength(1)
    expect(chosen()).toContain('Review a pull request')
    await type('/rvwpr')
    expect(chosen()).toContain('Review a pull request')
    await type('/hid')
    expect(chosen()).toContain('U+202E')
    await type('/xyz')
    expect(rows()).toEqual([])
    expect(screen.getByText('No prompt matches “xyz”.')).toBeTruthy()
  })

  it('has the servers that the chat uses and that run, and says what is missing', async () => {
    const servers = [
      server('notes'),
      server('elsewhere'),
      server('asleep', { connection: { status: 'stopped' } as ServerView['connection'] }),
    ]
    const { asked } = await openComposer({ servers, chat: { serverIds: ['notes', 'asleep'] } })
    await type('/')
    expect(
      screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby')),
    ).toHaveLength(1)
    expect(list()?.textContent).toContain('notes')
    expect(list()?.textContent).not.toContain('elsewhere')
    expect(screen.getByText('1 server not running')).toBeTruthy()
    expect(asked('server.prompts')).toEqual([{ id: 'notes' }])
  })

  it('says so when no server runs, when none has any, and while they are on their way', async () => {
    await openComposer({ servers: [] })
    await type('/')
    expect(screen.getByText('No server of this chat is running.')).toBeTruthy()
    cleanup()
    await openComposer({ handlers: { 'server.prompts': () => [] } })
    await type('/')
    expect(screen.getByText('The running servers of this chat have no prompts.')).toBeTruthy()
    cleanup()
    let resolve: (list: Prompt[]) => void = () => undefined
    const { asked } = await openComposer({
      handlers: { 'server.prompts': () => new Promise<Prompt[]>((done) => (resolve = done)) },
    })
    await type('/dai')
    await type('/')
    expect(screen.getByText('Loading prompts from research…')).toBeTruthy()
    // Enter is meant for what is on its way.
    press('Enter')
    await pass()
    expect(asked('chat.send')).toEqual([])
    await act(async () => resolve(prompts))
    await pass()
    expect(rows()).toHaveLength(4)
  })

  it('sends nothing by Enter while a server is started that may have what is meant', async () => {
    const connection: ServerView['connection'] = {
      status: 'starting',
      since: 1,
      step: 'spawn',
      attempt: 1,
    }
    const { asked } = await openComposer({ servers: [server('notes', { connection })] })
    await type('/')
    expect(screen.getByText('Loading prompts from notes…')).toBeTruthy()
    press('Enter')
    await pass()
    expect(asked('chat.send')).toEqual([])
  })

  it('is closed by Escape, leaves the text as it is and stays closed; Enter then sends it', async () => {
    const { asked } = await openComposer()
    await type('/')
    press('Escape')
    await pass()
    expect(list()).toBeNull()
    await type('/daily')
    expect(list()).toBeNull()
    press('Enter')
    await pass()
    expect(asked('chat.send')).toMatchObject([{ text: '/daily', attachmentIds: [] }])
    expect(asked('chat.attach-prompt')).toEqual([])
  })

  it('leaves Enter to the message where nothing matches, and Shift+Enter always', async () => {
    const { asked } = await openComposer()
    await type('/')
    await type('/xyz')
    press('Enter', { shiftKey: true })
    expect(asked('chat.send')).toEqual([])
    press('Enter')
    await pass()
    expect(asked('chat.send')).toMatchObject([{ text: '/xyz' }])
  })

  it('is neither opened, used nor closed by an input method', async () => {
    const { asked } = await openComposer()
    area().focus()
    fireEvent.compositionStart(area())
    await type('/')
    fireEvent.compositionEnd(area())
    await pass()
    expect(list()).toBeNull()

    await type('')
    await type('/')
    fireEvent.compositionStart(area())
    for (const key of ['Enter', 'Tab', 'Escape', 'ArrowDown']) press(key, { isComposing: true })
    press('Enter', { keyCode: 229 })
    await type('/ri ji')
    expect(list()).not.toBeNull()
    expect(chosen()).toContain('Greet somebody')
    expect(asked('chat.attach-prompt')).toEqual([])
    expect(asked('chat.send')).toEqual([])
    fireEvent.input(area(), { target: { value: '/日' } })
    fireEvent.compositionEnd(area())
    await pass()
    expect(screen.getByText('No prompt matches “日”.')).toBeTruthy()
  })

  it('opened by its button types the mark where the caret is, and takes it out again on Escape', async () => {
    await openComposer()
    await type('Now')
    fireEvent.click(screen.getByRole('button', { name: 'Insert a prompt' }))
    await pass()
    expect(area().value).toBe('Now /')
    expect(list()).not.toBeNull()
    await type('Now /da')
    expect(rows()).toHaveLength(1)
    press('Escape')
    await pass()
    expect(area().value).toBe('Now')
    fireEvent.click(screen.getByRole('button', { name: 'Attach a resource' }))
    await pass()
    expect(area().value).toBe('Now @')
    expect(list()?.textContent).toContain('library://readme.md')
  })

  it('opened by its button keeps what is selected, and its mark goes with the focus unless something was typed behind it', async () => {
    await openComposer()
    const open = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Attach a resource' }))
      await pass()
    }
    await type('Now or never')
    area().setSelectionRange(0, 3)
    await open()
    expect(area().value).toBe('Now @ or never')
    expect(list()).not.toBeNull()
    screen.getByTestId('run-tool').focus()
    await pass()
    expect(area().value).toBe('Now or never')
    expect(list()).toBeNull()
    expect(document.activeElement).toBe(screen.getByTestId('run-tool'))
    await type('请看')
    await open()
    expect(area().value).toBe('请看@')
    await type('请看@a')
    screen.getByTestId('run-tool').focus()
    await pass()
    expect(area().value).toBe('请看@a')
  })
})
