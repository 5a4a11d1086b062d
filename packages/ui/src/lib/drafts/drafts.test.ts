import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BridgeError } from '../bridge/bridge-error.ts'
import { createDrafts } from './drafts.ts'
import type { RequestRoute } from '../bridge/request-route.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const saved: unknown[] = []
  const request: RequestRoute = (_route, input) => {
    saved.push(input)
    return Promise.reject(new Error('The chat is gone.'))
  }
  return { drafts: createDrafts(request), saved }
}

it('what is put in comes below the words that are there at that moment, saved at once', () => {
  const { drafts, saved } = start()
  drafts.set('a', 'typed a moment ago')
  drafts.append('a', 'put in', { saved: 'kept long ago' })
  expect(drafts.get('a')).toBe('typed a moment ago\n\nput in')
  drafts.append('b', 'put in', { saved: 'kept' })
  expect(saved).toEqual([
    { id: 'a', draft: 'typed a moment ago\n\nput in' },
    { id: 'b', draft: 'kept\n\nput in' },
  ])
  vi.advanceTimersByTime(1000)
  expect(saved).toHaveLength(2)
})

it('main learns at once that words of the file were put in, and when the field has the person’s alone', () => {
  const { drafts, saved } = start()
  drafts.set('a', 'own')
  drafts.noteSource('a', false)
  expect(saved).toEqual([])
  drafts.set('a', 'theirs')
  drafts.noteSource('a', true)
  drafts.set('a', 'own again')
  drafts.noteSource('a', false)
  drafts.append('a', 'theirs', { saved: '', isFromFile: true })
  expect(saved).toEqual([
    { id: 'a', draft: 'theirs', fromFile: true },
    { id: 'a', draft: '' },
    { id: 'a', draft: 'own again' },
    { id: 'a', draft: 'own again\n\ntheirs', fromFile: true },
  ])
})

it('what is put in stands alone where nothing but blanks is typed', () => {
  const { drafts } = start()
  drafts.set('a', ' \n')
  drafts.append('a', 'put in', { saved: '' })
  expect(drafts.get('a')).toBe('put in')
})

it('what could not be sent comes back above what was typed since', () => {
  const { drafts, saved } = start()
  drafts.set('a', 'one')
  drafts.clear('a')
  drafts.restore('a', 'one')
  expect(drafts.get('a')).toBe('one')
  drafts.set('a', 'two')
  drafts.restore('a', 'one')
  expect(drafts.get('a')).toBe('one\n\ntwo')
  drafts.flush()
  expect(saved).toEqual([{ id: 'a', draft: 'one\n\ntwo' }])
})

it('every chat that waits is saved when the window is left', () => {
  const { drafts, saved } = start()
  drafts.set('a', 'one')
  drafts.set('b', 'two')
  drafts.set(undefined, 'typed before any chat is known')
  drafts.flush()
  expect(saved).toEqual([
    { id: 'a', draft: 'one' },
    { id: 'b', draft: 'two' },
  ])
})

it('a chat that is written on in another window is saved at once, and its words here are forgotten', () => {
  const { drafts, saved } = start()
  drafts.set('a', 'typed here')
  drafts.release('a')
  expect(saved).toEqual([{ id: 'a', draft: 'typed here' }])
  expect(drafts.get('a')).toBeUndefined()
  drafts.release('a')
  vi.advanceTimersByTime(1000)
  expect(saved).toHaveLength(1)
})

it('what main could not save is kept, shown as such, and tried again until it is saved', async () => {
  let refuses = true
  const saved: unknown[] = []
  const drafts = createDrafts((_route, input) => {
    saved.push(input)
    return refuses
      ? Promise.reject(new Error('The disk is full.'))
      : Promise.resolve(undefined as never)
  })
  drafts.set('a', 'typed')
  await vi.advanceTimersByTimeAsync(300)
  expect(drafts.isUnsaved('a')).toBe(true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(saved).toHaveLength(2)
  refuses = false
  await vi.advanceTimersByTimeAsync(2000)
  expect(drafts.isUnsaved('a')).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saved).toEqual(Array.from({ length: 3 }, () => ({ id: 'a', draft: 'typed' })))
})

it('words that a window let go of are back when main could not save them', async () => {
  const drafts = createDrafts(() => Promise.reject(new Error('The disk is full.')))
  drafts.set('a', 'typed')
  drafts.release('a')
  expect(drafts.get('a')).toBeUndefined()
  await vi.advanceTimersByTimeAsync(0)
  expect(drafts.get('a')).toBe('typed')
})

it('a chat that is gone has no draft to keep, and a message that is sent none to save', async () => {
  const gone = new BridgeError({ code: 'chat/not-found', message: '', data: {} })
  const saved: unknown[] = []
  let fault: Error = gone
  const drafts = createDrafts((_route, input) => {
    saved.push(input)
    return Promise.reject(fault)
  })
  drafts.set('a', 'typed')
  await vi.advanceTimersByTimeAsync(5000)
  fault = new Error('The disk is full.')
  drafts.set('b', 'typed')
  await vi.advanceTimersByTimeAsync(300)
  drafts.clear('b')
  await vi.advanceTimersByTimeAsync(5000)
  expect(saved).toHaveLength(2)
  expect(drafts.isUnsaved('b')).toBe(false)
})
