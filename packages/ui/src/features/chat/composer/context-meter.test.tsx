import type { NextRequest } from '@gatehouse/domain/chats'
import { defaultSettings } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { composerDriver } from '../../../testing/render-composer.tsx'
import { isContextNearlyFull } from './context-meter.tsx'

const { openComposer } = composerDriver(async (ms = 0) => {
  await act(() => vi.advanceTimersByTimeAsync(ms))
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const model = { providerId: 'p1', modelId: 'm' }
const next: NextRequest = {
  size: { system: 100, tools: 400, messages: 1000, results: 300, attachments: 150 },
  draft: 50,
  answer: 1000,
  window: 8000,
  leftOut: 0,
  isCut: false,
  isCounted: true,
}

async function open(change: Partial<NextRequest>, contextWarning = 80) {
  const asked: unknown[] = []
  await openComposer({
    chat: {
      model,
      cost: 0.0123,
      titleRequest: { model, usage: { inputTokens: 1210, outputTokens: 8 } },
    },
    handlers: {
      'app.settings': () => ({ ...defaultSettings, contextWarning }),
      'chat.next-request': (input) => {
        asked.push(input)
        return { ...next, ...change }
      },
    },
  })
  return asked
}

/** @threat context.pushed-out */
it('says how much of the context the next request will take, and of what, by a press of it', async () => {
  await open({ leftOut: 2 })
  const meter = screen.getByRole('button', { name: '25% of context' })
  fireEvent.click(meter)
  await act(() => vi.advanceTimersByTimeAsync(100))
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'System prompt1001.3%',
    'Tool definitions4005%',
    'Earlier messages1,00012.5%',
    'Tool results3003.8%',
    'Attachments1501.9%',
    'This draft500.6%',
    'Total2,00025%',
  ])
  const text = screen.getByTestId('context-breakdown').textContent
  expect(text).toContain('Context window: 8,000 tokens, up to 1,000 reserved for the answer.')
  expect(text).toContain('The 2 earliest exchanges are left out.')
  expect(text).toContain('Titled by m: 1,210 tokens in, 8 out')
  expect(text).toContain('This chat so far: $0.0123')
  proves('turns.meter.shown')
})

it('warns from the share on that is set, and when more has to be left out', async () => {
  await open({}, 25)
  expect(screen.getByTestId('context-meter').textContent).toBe('Context 25% full')
  expect(isContextNearlyFull(next, 26)).toBe(false)
  expect(isContextNearlyFull({ ...next, isCut: true }, 26)).toBe(true)
  const { window: _window, ...unknown } = next
  expect(isContextNearlyFull(unknown, 1)).toBe(false)
  proves('turns.meter.warns')
})

it('is asked for nothing by the press of a key', async () => {
  const asked = await open({})
  const before = asked.length
  for (const text of ['a', 'ab', 'abc'])
    fireEvent.change(screen.getByTestId('composer'), { target: { value: text } })
  expect(asked).toHaveLength(before)
})
