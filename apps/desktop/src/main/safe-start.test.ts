import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRunMarker } from './run-marker.ts'
import { createSafeStartState } from './safe-start.ts'
import { MAIN_WINDOW } from './windows/window-role.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-marker-'))
  file = join(folder, 'running.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = () => createSafeStartState(createRunMarker(file))

describe('a start', () => {
  it('holds nothing back the first time, and after a quit', () => {
    const first = start()
    expect(first.current(MAIN_WINDOW)).toBeNull()
    first.chatLoaded(MAIN_WINDOW, 'chat-1')
    first.quit(true)
    expect(existsSync(file)).toBe(false)
    expect(start().current(MAIN_WINDOW)).toBeNull()
  })

  it('after a crash holds back the chat that was loaded last, and the servers', () => {
    const first = start()
    first.chatLoaded(MAIN_WINDOW, 'chat-1')
    first.chatLoaded(MAIN_WINDOW, 'chat-2')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(start().current(MAIN_WINDOW)).toEqual({
      cause: 'app-ended',
      conversationId: 'chat-2',
      holdsServers: true,
    })
  })

  it('that crashes again before anything was opened still knows which chat it was', () => {
    start().chatLoaded(MAIN_WINDOW, 'chat-1')
    start()
    expect(start().current(MAIN_WINDOW)).toMatchObject({ conversationId: 'chat-1' })
  })

  it('after a quit of a window that hung is as after a crash', () => {
    const first = start()
    first.chatLoaded(MAIN_WINDOW, 'chat-1')
    first.quit(false)
    expect(start().current(MAIN_WINDOW)).toMatchObject({ conversationId: 'chat-1' })
  })

  it('is as before once the person let the chat and the servers go on', () => {
    start().chatLoaded(MAIN_WINDOW, 'chat-1')
    const next = start()
    next.chatReleased(MAIN_WINDOW)
    expect(next.current(MAIN_WINDOW)).toMatchObject({ conversationId: null, holdsServers: true })
    next.serversReleased()
    expect(next.current(MAIN_WINDOW)).toBeNull()
    next.quit(true)
    expect(start().current(MAIN_WINDOW)).toBeNull()
  })

  it('survives a marker that cannot be read as one', () => {
    for (const text of [
      '',
      '{',
      '[]',
      '{"conversationId":7}',
      'x'.repeat(5000),
      '{"__proto__":{}}',
    ]) {
      writeFileSync(file, text)
      expect(start().current(MAIN_WINDOW)).toMatchObject({
        conversationId: null,
        holdsServers: true,
      })
      rmSync(file)
    }
  })

  it('goes on where nothing can be written', () => {
    rmSync(folder, { recursive: true })
    const only = start()
    only.chatLoaded(MAIN_WINDOW, 'chat-1')
    only.quit(true)
    expect(only.current(MAIN_WINDOW)).toBeNull()
  })
})

describe('a window that died', () => {
  it('is given back without the chat that was open; the servers go on', () => {
    const safe = start()
    safe.chatLoaded(MAIN_WINDOW, 'chat-1')
    safe.windowDied(MAIN_WINDOW)
    expect(safe.current(MAIN_WINDOW)).toEqual({
      cause: 'window-ended',
      conversationId: 'chat-1',
      holdsServers: false,
    })
    expect(readFileSync(file, 'utf8')).toContain('chat-1')
    safe.chatReleased(MAIN_WINDOW)
    expect(safe.current(MAIN_WINDOW)).toBeNull()
  })

  it('before any chat was loaded still says why it came back', () => {
    const safe = start()
    safe.windowDied(MAIN_WINDOW)
    expect(safe.current(MAIN_WINDOW)).toEqual({
      cause: 'window-ended',
      conversationId: null,
      holdsServers: false,
    })
  })
})

describe('several windows', () => {
  it('one that died holds back its own chat, and the others go on with theirs', () => {
    const safe = start()
    safe.chatLoaded('chat b', 'b')
    safe.chatLoaded(MAIN_WINDOW, 'a')
    safe.windowDied('chat b')
    expect(safe.current('chat b')).toEqual({
      cause: 'window-ended',
      conversationId: 'b',
      holdsServers: false,
    })
    expect(safe.current(MAIN_WINDOW)).toBeNull()
    safe.chatReleased('chat b')
    expect(safe.current('chat b')).toBeNull()
  })

  it('what was held back in one that is closed is held back in the main window, which would open it next', () => {
    const safe = start()
    safe.chatLoaded('chat b', 'b')
    safe.windowDied('chat b')
    safe.windowClosed('chat b')
    expect(safe.current(MAIN_WINDOW)).toMatchObject({ conversationId: 'b' })
    expect(safe.current('chat b')).toBeNull()
  })

  it('after a crash the main window alone has the chat and the servers that are held back', () => {
    start().chatLoaded('chat b', 'b')
    const next = start()
    expect(next.isAfterCrash).toBe(true)
    expect(next.current(MAIN_WINDOW)).toMatchObject({ conversationId: 'b', holdsServers: true })
    expect(next.current('chat b')).toBeNull()
    next.windowDied('chat c')
    expect(next.current('chat c')).toMatchObject({ holdsServers: false })
  })
})
