import { describe, expect, it } from 'vitest'
import { MAX_CHATS, type WindowState, type WindowStateFile } from '../window-state.ts'
import { createWindowPlaces } from './window-places.ts'
import type { WindowRole } from './window-role.ts'

const chat = (conversationId: string, leavesNoTrace = false): WindowRole => ({
  kind: 'chat',
  conversationId,
  leavesNoTrace,
})
const at = (x: number) => ({ bounds: { x, y: 10, width: 700, height: 600 }, maximized: false })

function stateFile(): WindowStateFile {
  let state: WindowState = { maximized: false, theme: 'system', language: 'system', chats: [] }
  return { read: () => state, change: (change) => void (state = { ...state, ...change }) }
}

describe('the places of windows', () => {
  it('each chat has its own, and the main window another', () => {
    const places = createWindowPlaces(stateFile())
    places.save({ kind: 'main' }, at(1))
    for (const [id, x] of [
      ['a', 2],
      ['b', 3],
    ] as const) {
      places.opened(chat(id))
      places.save(chat(id), at(x))
    }
    expect(places.read({ kind: 'main' }).bounds?.x).toBe(1)
    expect(places.read(chat('a')).bounds?.x).toBe(2)
    expect(places.read(chat('b')).bounds?.x).toBe(3)
    expect(places.read(chat('c')).bounds).toBeUndefined()
  })

  it('a quit leaves open what was open; what the person closed stays closed, and its place is known', () => {
    const state = stateFile()
    const places = createWindowPlaces(state)
    for (const id of ['a', 'b']) places.opened(chat(id))
    places.save(chat('a'), at(5))
    places.closed(chat('a'))
    places.leaving()
    places.closed(chat('b'))
    const next = createWindowPlaces(state)
    expect(next.takeOpen(false)).toEqual(['b'])
    expect(next.read(chat('a')).bounds?.x).toBe(5)
  })

  it('after a crash none is opened, then or at the start after', () => {
    const state = stateFile()
    createWindowPlaces(state).opened(chat('a'))
    expect(createWindowPlaces(state).takeOpen(true)).toEqual([])
    expect(createWindowPlaces(state).takeOpen(false)).toEqual([])
  })

  it('nothing is written of a temporary chat', () => {
    const state = stateFile()
    const places = createWindowPlaces(state)
    places.opened(chat('secret', true))
    places.save(chat('secret', true), at(5))
    places.closed(chat('secret', true))
    expect(JSON.stringify(state.read())).not.toContain('secret')
  })

  it('a deleted chat is forgotten, although its window says once more where it was', () => {
    const state = stateFile()
    const places = createWindowPlaces(state)
    places.opened(chat('a'))
    places.forget('a')
    places.save(chat('a'), at(5))
    places.closed(chat('a'))
    expect(state.read().chats).toEqual([])
    // Brought back and opened again, it is as any other.
    places.opened(chat('a'))
    expect(state.read().chats).toHaveLength(1)
  })

  it(`of more than ${MAX_CHATS} chats the ones used longest ago are forgotten`, () => {
    const state = stateFile()
    const places = createWindowPlaces(state)
    for (let one = 0; one < MAX_CHATS + 3; one += 1) places.opened(chat(`c${one}`))
    places.save(chat('c3'), at(5))
    places.opened(chat('last'))
    const ids = state.read().chats.map(({ conversationId }) => conversationId)
    expect(ids).toHaveLength(MAX_CHATS)
    expect(ids.slice(0, 2)).toEqual(['last', 'c3'])
    expect(ids).not.toContain('c4')
  })
})
