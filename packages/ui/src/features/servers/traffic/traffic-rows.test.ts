import type { Frame } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { describe, expect, it } from 'vitest'
import { sampleFrames } from '../../../lib/samples/sample-frames.ts'
import {
  filterFrames,
  frameFacts,
  noFilter,
  counterpartOf,
  summarise,
  type FrameFilter,
} from './traffic-rows.ts'

const shownBy = (filter: Partial<FrameFilter>) =>
  filterFrames(sampleFrames, { ...noFilter, ...filter })

describe('filterFrames', () => {
  it('shows a request and its response by #id, and not those whose id begins alike', () => {
    const other = { ...sampleFrames[0]!, rpcId: 21 }
    const shown = filterFrames([...sampleFrames, other], { ...noFilter, text: '#2' })
    expect(shown.map((frame) => [frame.kind, frame.rpcId])).toEqual([
      ['request', 2],
      ['error', 2],
    ])
  })

  it('wants every word, and looks into the messages', () => {
    expect(shownBy({ text: 'error tools' }).length).toBe(1)
    expect(shownBy({ text: 'error prompts' }).length).toBe(0)
    const [first] = sampleFrames
    const reported = { ...first!, message: { params: { path: '/tmp/Garden' } } }
    expect(filterFrames([reported], { ...noFilter, text: 'garden' })).toEqual([reported])
  })

  it('narrows by direction, kind and method together', () => {
    const shown = shownBy({ direction: 'out', kind: 'request', method: 'tools/call' })
    expect(shown.length).toBeGreaterThan(0)
    for (const frame of shown)
      expect(frame).toMatchObject({ direction: 'out', kind: 'request', method: 'tools/call' })
    expect(shownBy({ direction: 'in', kind: 'request' }).every((f) => f.direction === 'in')).toBe(
      true,
    )
  })
})

describe('messages of interfaces', () => {
  const own = sampleFrames.filter(({ view }) => view)

  it('are chosen by their kind and found by their interface and rule', () => {
    expect(own).toHaveLength(2)
    expect(shownBy({ kind: 'view' })).toEqual(own)
    expect(shownBy({ text: 'board not-allowed' })).toEqual(own.slice(1))
  })

  it('are paired with those of the same interface, and count for no server', () => {
    const { view: _, ...ofServer } = own[0]!
    const all = [...sampleFrames.filter(({ view }) => !view), own[0]!, ofServer, own[1]!]
    expect(counterpartOf(all, own[1]!)).toBe(own[0])
    expect(summarise(sampleFrames)).toEqual(summarise(all.slice(0, -3)))
  })
})

describe('counterpartOf', () => {
  const frame = (seq: number, part: Partial<Frame>): Frame => ({
    ...sampleFrames[0]!,
    seq,
    ...part,
  })
  const frames = [
    frame(1, { rpcId: 1, direction: 'out', kind: 'request' }),
    frame(2, { rpcId: 1, direction: 'in', kind: 'request' }),
    frame(3, { rpcId: 1, direction: 'in', kind: 'response' }),
    frame(4, { rpcId: 1, direction: 'out', kind: 'request' }),
    frame(5, { rpcId: 1, direction: 'in', kind: 'error' }),
  ]

  it('finds the response both ways, though the other side or a later session uses the id too', () => {
    expect(frames.map((one) => counterpartOf(frames, one)?.seq)).toEqual([3, undefined, 1, 5, 4])
  })
})

describe('frameFacts', () => {
  const facts = (kind: Frame['kind'], message: Frame['message']) =>
    frameFacts({ ...sampleFrames[0]!, kind, message })

  it('distinguishes one call, one address and one completion from another', () => {
    const call = { params: { arguments: { text: 'x' }, name: 'write_file' } }
    expect(facts('request', call)).toBe('write_file')
    expect(facts('request', { params: { uri: 'file:///a' } })).toBe('file:///a')
    const completion = {
      params: {
        ref: { type: 'ref/prompt', name: 'review' },
        argument: { name: 'topic', value: 'm' },
      },
    }
    expect(facts('request', completion)).toBe('review · topic=m')
  })

  it('shows why a request failed, how many entries a list has, and nothing where there is nothing to show', () => {
    expect(facts('error', { error: { code: -32602, message: 'No such\ntool' } })).toBe(
      'No such tool',
    )
    expect(facts('response', { result: { tools: [{}, {}] } })).toBe('tools: 2')
    expect(facts('response', { result: {} })).toBe('')
    expect(facts('malformed', 'not json')).toBe('')
  })

  it('stays short whatever a server puts there', () => {
    expect(facts('request', { params: { name: 'n'.repeat(100_000) } }).length).toBeLessThan(130)
  })
})

describe('summarise', () => {
  it('counts what went wrong and does not fail on frames without responses', () => {
    expect(summarise(sampleFrames)).toEqual({ requests: 3, errors: 2, p50: 167, p95: 212 })
    expect(summarise([])).toEqual({ requests: 0, errors: 0, p50: null, p95: null })
  })

  it('takes a person’s no for no error', () => {
    const [first] = sampleFrames
    const error = { ...first!, direction: 'out', kind: 'error' } as const
    expect(summarise([error, { ...error, refusedByPerson: true }]).errors).toBe(1)
    proves('faults.traffic.summary')
  })
})
