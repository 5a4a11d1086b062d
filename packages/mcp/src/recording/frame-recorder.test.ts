import type { Frame } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { createFrameRecorder } from './frame-recorder.ts'

function record(message: unknown): Omit<Frame, 'serverId' | 'seq'> | undefined {
  const frames: Omit<Frame, 'serverId' | 'seq'>[] = []
  const recorder = createFrameRecorder(
    { onFrame: (frame) => frames.push(frame), onRoundTrip: () => undefined },
    () => 1,
  )
  recorder.received(message)
  return frames[0]
}

const nested = (depth: number): unknown =>
  depth === 0 ? 1 : { jsonrpc: '2.0', method: 'x', params: nested(depth - 1) }

describe('the frame recorder', () => {
  it('keeps a message as it was', () => {
    expect(record(nested(3))).toMatchObject({ truncated: false, message: nested(3) })
  })

  it.each(['request', 'notification', 'response'])(
    'keeps only the start of the method and id of a %s, however long they are',
    (kind) => {
      const long = 'm'.repeat(2_000_000)
      const frame = record({
        jsonrpc: '2.0',
        ...(kind === 'notification' ? {} : { id: long }),
        ...(kind === 'response' ? { result: {} } : { method: long }),
      })
      expect(frame?.kind).toBe(kind)
      const { message, ...facts } = frame ?? {}
      expect(JSON.stringify(message).length).toBeLessThan(20_000)
      expect(JSON.stringify(facts).length).toBeLessThan(1000)
    },
  )

  it('keeps a message that nests too deeply for the window as text, so that it breaks no list', () => {
    const frame = record(nested(400))
    expect(frame?.truncated).toBe(true)
    expect(typeof frame?.message).toBe('string')
  })
})
