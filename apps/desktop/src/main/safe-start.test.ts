import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRunMarker } from './run-marker.ts'
import { createSafeStartState } from './safe-start.ts'

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
    expect(first.current()).toBeNull()
    first.chatLoaded('chat-1')
    first.quit(true)
    expect(existsSync(file)).toBe(false)
    expect(start().current()).toBeNull()
  })

  it('after a crash holds back the chat that was loaded last, and the servers', () => {
    const first = start()
    first.chatLoaded('chat-1')
    first.chatLoaded('chat-2')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(start().current()).toEqual({
      cause: 'app-ended',
      conversationId: 'chat-2',
      holdsServers: true,
    })
  })

  it('that crashes again before anything was opened still knows which chat it was', () => {
    start().chatLoaded('chat-1')
    start()
    expect(start().current()).toMatchObject({ conversationId: 'chat-1' })
  })

  it('after a quit of a window that hung is as after a crash', () => {
    const first = start()
    first.chatLoaded('chat-1')
    first.quit(false)
    expect(start().current()).toMatchObject({ conversationId: 'chat-1' })
  })

  it('is as before once the person let the chat and the servers go on', () => {
    start().chatLoaded('chat-1')
    const next = start()
    next.chatReleased()
    expect(next.current()).toMatchObject({ conversationId: null, holdsServers: true })
    next.serversReleased()
    expect(next.current()).toBeNull()
    next.quit(true)
    expect(start().current()).toBeNull()
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
      expect(start().current()).toMatchObject({ conversationId: null, holdsServers: true })
      rmSync(file)
    }
  })

  it('goes on where nothing can be written', () => {
    rmSync(folder, { recursive: true })
    const only = start()
    only.chatLoaded('chat-1')
    only.quit(true)
    expect(only.current()).toBeNull()
  })
})

describe('a window that died', () => {
  it('is given back without the chat that was open; the servers go on', () => {
    const safe = start()
    safe.chatLoaded('chat-1')
    safe.windowDied()
    expect(safe.current()).toEqual({
      cause: 'window-ended',
      conversationId: 'chat-1',
      holdsServers: false,
    })
    expect(readFileSync(file, 'utf8')).toContain('chat-1')
    safe.chatReleased()
    expect(safe.current()).toBeNull()
  })

  it('before any chat was loaded still says why it came back', () => {
    const safe = start()
    safe.windowDied()
    expect(safe.current()).toEqual({
      cause: 'window-ended',
      conversationId: null,
      holdsServers: false,
    })
  })
})
