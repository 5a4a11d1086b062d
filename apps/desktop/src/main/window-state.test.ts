import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWindowStateFile, reachableBounds } from './window-state.ts'

const screen = { x: 0, y: 0, width: 1920, height: 1080 }

describe('reachableBounds', () => {
  it('opens no window on a screen that is no longer there', () => {
    const onSecond = { x: 2400, y: 100, width: 1280, height: 800 }
    expect(reachableBounds(onSecond, [screen])).toBeUndefined()
    expect(reachableBounds(onSecond, [screen, { ...screen, x: 1920 }])).toBe(onSecond)
  })

  it('opens no window whose title bar is above or below the screen', () => {
    expect(reachableBounds({ x: 0, y: -400, width: 1280, height: 800 }, [screen])).toBeUndefined()
    expect(reachableBounds({ x: 0, y: 1060, width: 1280, height: 800 }, [screen])).toBeUndefined()
  })

  it('does not move a window that hangs over an edge but can be grabbed', () => {
    const hanging = { x: -600, y: 40, width: 1280, height: 800 }
    expect(reachableBounds(hanging, [screen])).toBe(hanging)
  })
})

describe('createWindowStateFile', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-window-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('keeps the theme when only the place changes', () => {
    const file = join(folder, 'window.json')
    createWindowStateFile(file).change({ theme: 'dark' })
    createWindowStateFile(file).change({ maximized: true })
    expect(createWindowStateFile(file).read()).toMatchObject({ theme: 'dark', maximized: true })
  })

  it.each([
    '',
    '{',
    'null',
    '{"theme":"pink"}',
    '[]',
    '{"bounds":{"x":1e300,"y":0,"width":9,"height":9}}',
    '{"bounds":{"x":0,"y":0,"width":0,"height":9}}',
    '{"bounds":7}',
    '{"chats":{}}',
    '{"chats":[null,7,{"conversationId":"../x"},{"conversationId":7}]}',
  ])('starts from a damaged file: %s', (text) => {
    const file = join(folder, 'window.json')
    writeFileSync(file, text)
    const damaged = createWindowStateFile(file)
    expect(damaged.read()).toEqual({
      maximized: false,
      theme: 'system',
      language: 'system',
      chats: [],
    })
  })

  it('takes of the chats that it names what can be a place', () => {
    const file = join(folder, 'window.json')
    const bounds = { x: 1, y: 2, width: 700, height: 600 }
    const chats = [
      { conversationId: 'a', bounds, maximized: false, isOpen: true },
      { conversationId: 'b', bounds: { ...bounds, width: -1 }, isOpen: 'yes' },
    ]
    writeFileSync(file, JSON.stringify({ chats }))
    expect(createWindowStateFile(file).read().chats).toEqual([
      chats[0],
      { conversationId: 'b', maximized: false, isOpen: false },
    ])
  })
})
