import { expect, test } from 'vitest'
import { createStartRecorder } from './start-recorder.ts'

const failure = { code: 'exited' as const, message: '', lastLines: [] }

test('the first twenty lines are kept as well as the last, and all are counted', () => {
  const recorder = createStartRecorder()
  recorder.record({ type: 'start-requested', at: 5 }, 5)
  recorder.record({ type: 'step-reached', step: 'spawn' }, 6)
  for (let line = 1; line <= 100; line += 1) recorder.printed(`line ${line}`)
  recorder.record({ type: 'failed', at: 9, failure }, 9)
  const record = recorder.last
  expect(record?.first).toEqual(Array.from({ length: 20 }, (_, index) => `line ${index + 1}`))
  expect(record?.last).toEqual(Array.from({ length: 20 }, (_, index) => `line ${index + 81}`))
  expect(record).toMatchObject({ at: 5, printed: 100, printedAtStart: 100, endedAt: 9 })
  expect(record?.steps.map(({ step }) => step)).toEqual(['resolve', 'spawn'])
})

test('a second process of the same start, and another start, begin with no lines', () => {
  const recorder = createStartRecorder()
  expect(recorder.last).toBeNull()
  recorder.record({ type: 'start-requested', at: 1 }, 1)
  recorder.record({ type: 'step-reached', step: 'spawn' }, 2)
  recorder.printed('unknown method')
  recorder.record({ type: 'step-reached', step: 'spawn' }, 3)
  expect(recorder.last).toMatchObject({ first: [], printed: 0 })
  recorder.printed('ready')
  recorder.record({ type: 'start-requested', at: 9 }, 9)
  expect(recorder.last).toMatchObject({ at: 9, first: [], printed: 0 })
})

test('lines after the start count apart from those of the start', () => {
  const recorder = createStartRecorder()
  recorder.record({ type: 'start-requested', at: 1 }, 1)
  recorder.printed('Usage: server [options]')
  const info = { era: 'legacy', protocolVersion: '1', capabilities: {}, connectMs: 1 } as const
  recorder.record({ type: 'opened', at: 2, info }, 2)
  recorder.printed('a request came')
  expect(recorder.last).toMatchObject({ printedAtStart: 1, printed: 2 })
})
