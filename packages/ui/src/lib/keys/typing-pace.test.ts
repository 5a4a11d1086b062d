import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTypingPace, type TypingPace } from './typing-pace.ts'

let target: EventTarget
let pace: TypingPace
let ran: string[]

beforeEach(() => {
  vi.useFakeTimers()
  target = new EventTarget()
  pace = createTypingPace(() => target)
  ran = []
  draw('first')
  ran = []
})
afterEach(() => {
  pace.stop()
  vi.useRealTimers()
})

const draw = (name: string): void => pace.run(() => void ran.push(name))
const press = (): boolean => target.dispatchEvent(new Event('keydown'))

it('runs what comes at once while nobody types', () => {
  draw('a')
  expect(ran).toEqual(['a'])
})

it('runs what comes while the person types after the frame of their next key, in order', () => {
  press()
  vi.advanceTimersByTime(40)
  draw('a')
  draw('b')
  expect(ran).toEqual([])
  press()
  expect(ran).toEqual([])
  vi.advanceTimersByTime(40)
  expect(ran).toEqual(['a', 'b'])
})

it('does not wait for a key that does not come', () => {
  press()
  vi.advanceTimersByTime(40)
  draw('a')
  vi.advanceTimersByTime(149)
  expect(ran).toEqual([])
  vi.advanceTimersByTime(1)
  expect(ran).toEqual(['a'])
})

it('runs at once again when the person stopped typing', () => {
  press()
  vi.advanceTimersByTime(301)
  draw('a')
  expect(ran).toEqual(['a'])
})

it('runs all that waits before what must not wait', () => {
  press()
  vi.advanceTimersByTime(40)
  draw('a')
  pace.flush()
  expect(ran).toEqual(['a'])
})
