import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHighlightService, MAX_COLORED, type CodeToColor } from './highlight-service.ts'

/** Workers that respond only when the test does. */
function stage() {
  const sent: CodeToColor[] = []
  const workers: { receive: (message: unknown) => void; isEnded: boolean }[] = []
  const service = createHighlightService((receive) => {
    const worker = { receive, isEnded: false }
    workers.push(worker)
    return {
      send: (request) => void sent.push(request),
      terminate: () => {
        worker.isEnded = true
      },
    }
  })
  const color = (code: string, language = 'js', signal = new AbortController().signal) =>
    service.color({ code, language }, signal)
  return { color, sent, workers }
}

describe('the service that colours code', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('colours one code after the other in one worker, and knows what it coloured', async () => {
    const { color, sent, workers } = stage()
    const both = Promise.all([color('a'), color('b')])
    expect(sent).toEqual([])
    workers[0]?.receive('ready')
    expect(sent).toEqual([{ code: 'a', language: 'js' }])
    workers[0]?.receive([0, 1, 0])
    workers[0]?.receive([0, 1, 1])
    expect(await both).toEqual([
      [0, 1, 0],
      [0, 1, 1],
    ])
    expect(await color('a')).toEqual([0, 1, 0])
    expect(sent).toHaveLength(2)
    vi.advanceTimersByTime(31_000)
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true])
  })

  /**
   * @threat texts.slow-to-color
   * @attacker model
   * @tries To hold the window, or to hide something, with code that a grammar takes long to colour or that is coloured
   * to mislead.
   * @stoppedBy Code is coloured in a worker, one at a time and for a second at most; then the worker is ended and the
   * code stays plain. Colours are painted on text that stays as it was drawn; code with hidden characters gets none.
   */
  it('ends a worker that a code holds up, leaves that code plain, and colours the next', async () => {
    const { color, sent, workers } = stage()
    const slow = color('slow', 'xml')
    const next = color('next')
    workers[0]?.receive('ready')
    vi.advanceTimersByTime(3001)
    expect(workers[0]?.isEnded).toBe(true)
    workers[1]?.receive('ready')
    // What the first may still have sent counts for nothing.
    workers[0]?.receive([9, 9, 9])
    workers[1]?.receive([0, 4, 0])
    expect(await next).toEqual([0, 4, 0])
    // It gets another turn after the others, no longer than theirs.
    expect(sent.map(({ code }) => code)).toEqual(['slow', 'next', 'slow'])
    vi.advanceTimersByTime(1001)
    expect(workers[1]?.isEnded).toBe(true)
    expect(await slow).toBeNull()
    expect(await color('slow', 'xml')).toBeNull()
    expect(sent).toHaveLength(3)
    proves('chat.code.slow')
  })

  it('gives a language up that held it up three times', async () => {
    const { color, workers } = stage()
    for (const code of ['a', 'b', 'c']) {
      const slow = color(code)
      for (let runs = 0; runs < 2; runs += 1) {
        workers.at(-1)?.receive('ready')
        vi.advanceTimersByTime(3001)
      }
      expect(await slow).toBeNull()
    }
    expect(await color('d')).toBeNull()
    expect(workers).toHaveLength(6)
  })

  it('colours what a busy machine held up once, and gives the first code of a worker longer', async () => {
    const { color, sent, workers } = stage()
    const held = color('held')
    workers[0]?.receive('ready')
    vi.advanceTimersByTime(2500)
    expect(workers[0]?.isEnded).toBe(false)
    vi.advanceTimersByTime(501)
    expect(workers[0]?.isEnded).toBe(true)
    workers[1]?.receive('ready')
    workers[1]?.receive([0, 4, 0])
    expect(await held).toEqual([0, 4, 0])
    expect(sent).toHaveLength(2)
  })

  it('does not try again what left the view meanwhile', async () => {
    const { color, workers } = stage()
    const gone = new AbortController()
    const held = color('held', 'js', gone.signal)
    workers[0]?.receive('ready')
    gone.abort()
    vi.advanceTimersByTime(3001)
    expect(await held).toBeNull()
    expect(workers).toHaveLength(1)
  })

  it('leaves all plain where no worker starts, and does not try again', async () => {
    const { color, workers } = stage()
    const first = color('a')
    workers[0]?.receive(undefined)
    expect(await first).toBeNull()
    expect(await color('b')).toBeNull()
    expect(workers).toHaveLength(1)
  })

  it('drops a code that left the view before its turn, and takes none that is too long', async () => {
    const { color, sent, workers } = stage()
    const gone = new AbortController()
    const other = color('stays')
    const dropped = color('gone', 'js', gone.signal)
    gone.abort()
    expect(await dropped).toBeNull()
    expect(await color('x'.repeat(MAX_COLORED + 1))).toBeNull()
    workers[0]?.receive('ready')
    expect(sent).toEqual([{ code: 'stays', language: 'js' }])
    workers[0]?.receive(['not', 'ranges'])
    expect(await other).toBeNull()
    expect(sent).toHaveLength(1)
  })
})
