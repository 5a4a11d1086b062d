import type { ServerConfig } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { behaviourFormOf, behaviourOf, findBehaviourIssues } from './behaviour-form.ts'

const config: ServerConfig = {
  id: 'one',
  name: 'one',
  hue: 0,
  transport: { kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: [] },
  protocol: 'auto',
  start: 'demand',
  requestTimeoutMs: 1500,
  startTimeoutMs: 240_000,
  totalTimeoutMs: 90_000,
  toolTimeouts: [{ tool: 'build', totalTimeoutMs: 3_600_000 }],
  logLevel: 'notice',
  createdAt: 1,
}

describe('the settings that need no new start', () => {
  it('come back as they were when nothing was typed', () => {
    const { start, requestTimeoutMs, startTimeoutMs, totalTimeoutMs, toolTimeouts, logLevel } =
      config
    expect(behaviourOf(behaviourFormOf(config))).toEqual({
      start,
      requestTimeoutMs,
      startTimeoutMs,
      totalTimeoutMs,
      toolTimeouts,
      logLevel,
    })
  })

  it('are taken back by emptying a field, not sent as zero', () => {
    const form = behaviourFormOf(config)
    const tools = form.tools.map((row) => ({ ...row, total: '' }))
    expect(behaviourOf({ ...form, starting: '', total: '', tools, logLevel: 'none' })).toEqual({
      start: 'demand',
      requestTimeoutMs: 1500,
    })
  })

  it('are not saved with a limit that main would refuse', () => {
    const form = behaviourFormOf(config)
    expect(findBehaviourIssues(form).size).toBe(0)
    const [row] = form.tools
    const wrong = {
      ...form,
      silence: '',
      total: '86401',
      tools: [{ ...row!, silence: 'soon', total: '0' }],
    }
    expect([...findBehaviourIssues(wrong).keys()]).toEqual([
      'silence',
      'total',
      `${row?.key} silence`,
      `${row?.key} total`,
    ])
  })
})
