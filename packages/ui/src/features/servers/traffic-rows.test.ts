import { describe, expect, it } from 'vitest'
import { sampleFrames } from '../../lib/samples/sample-servers.ts'
import { matchesFrame, summarise } from './traffic-rows.ts'

describe('matchesFrame', () => {
  it('shows a request and its response by #id, and not those whose id begins alike', () => {
    const other = { ...sampleFrames[0]!, rpcId: 21 }
    const shown = [...sampleFrames, other].filter((frame) => matchesFrame(frame, '#2'))
    expect(shown.map((frame) => [frame.kind, frame.rpcId])).toEqual([
      ['request', 2],
      ['error', 2],
    ])
  })

  it('wants every word', () => {
    expect(sampleFrames.filter((frame) => matchesFrame(frame, 'error tools')).length).toBe(1)
    expect(sampleFrames.filter((frame) => matchesFrame(frame, 'error prompts')).length).toBe(0)
  })
})

describe('summarise', () => {
  it('counts what went wrong and does not fall over a wire without answers', () => {
    expect(summarise(sampleFrames)).toEqual({ requests: 3, errors: 2, p50: 167, p95: 212 })
    expect(summarise([])).toEqual({ requests: 0, errors: 0, p50: null, p95: null })
  })
})
