import { describe, expect, it } from 'vitest'
import type { ConnectionFailure } from './connection-failure.ts'
import type { ConnectionEvent, ConnectionState } from './connection.ts'
import { initialConnectionState, reduceConnection } from './reduce-connection.ts'

const info = {
  era: 'legacy',
  protocolVersion: '2025-11-25',
  capabilities: {},
  connectMs: 5,
} as const
const failure: ConnectionFailure = { code: 'exited', message: 'It ended.', lastLines: [] }
const run = (...events: ConnectionEvent[]): ConnectionState =>
  events.reduce(reduceConnection, initialConnectionState)

const start: ConnectionEvent = { type: 'start-requested', at: 1 }
const opened: ConnectionEvent = { type: 'opened', at: 2, info }
const failed: ConnectionEvent = { type: 'failed', at: 3, failure }
const stop: ConnectionEvent = { type: 'stop-requested', at: 4 }
const stopped: ConnectionEvent = { type: 'stopped' }

describe('reduceConnection', () => {
  it('goes from stopped over starting to ready', () => {
    expect(run(start)).toMatchObject({ status: 'starting', step: 'resolve', attempt: 1 })
    expect(run(start, { type: 'step-reached', step: 'handshake' })).toMatchObject({
      step: 'handshake',
    })
    expect(run(start, opened)).toMatchObject({ status: 'ready', lastRoundTripMs: 5 })
  })

  it('does not take the time of a start for that of a response', () => {
    const listed: ConnectionEvent = { type: 'round-trip', at: 2, ms: 3 }
    const slow: ConnectionEvent = { type: 'opened', at: 9000, info: { ...info, connectMs: 8700 } }
    expect(run(start, listed, slow)).toMatchObject({
      lastRoundTripMs: 3,
      info: { connectMs: 8700 },
    })
  })

  it('keeps what a start has downloaded while it starts', () => {
    const progress = { program: 'npx', lines: 2, writtenBytes: 4096, isWorking: true }
    const downloading: ConnectionEvent = { type: 'downloading', progress }
    expect(run(start, downloading)).toMatchObject({ download: progress })
    expect(run(start, downloading, opened)).not.toHaveProperty('download')
    expect(run(start, failed, downloading)).not.toHaveProperty('download')
  })

  it('does not let a late response turn a dead connection green', () => {
    expect(run(start, failed, opened).status).toBe('failed')
    expect(run(start, stop, opened).status).toBe('stopping')
    expect(run(start, stop, stopped, opened).status).toBe('stopped')
    expect(run(start, failed, { type: 'round-trip', at: 9, ms: 1 }).status).toBe('failed')
  })

  it('does not call a stop a failure', () => {
    expect(run(start, opened, stop, failed).status).toBe('stopping')
    expect(run(start, opened, stop, stopped, failed).status).toBe('stopped')
  })

  it('counts attempts in a row, and from the beginning after one that was ready', () => {
    expect(run(start, failed, start)).toMatchObject({ attempt: 2 })
    expect(run(start, failed, start, opened, failed, start)).toMatchObject({ attempt: 2 })
  })

  it('does not keep a doubtful connection green, nor a responding one doubtful', () => {
    const suspected = run(start, opened, { type: 'suspected', at: 7 })
    expect(suspected).toMatchObject({ status: 'ready', suspectSince: 7 })
    expect(reduceConnection(suspected, { type: 'suspected', at: 8 })).toBe(suspected)
    const responded = reduceConnection(suspected, { type: 'round-trip', at: 9, ms: 1 })
    expect(responded).toMatchObject({ status: 'ready', lastRoundTripAt: 9 })
    expect(responded).not.toHaveProperty('suspectSince')
    expect(run(start, { type: 'suspected', at: 8 }).status).toBe('starting')
  })

  it('ignores a second start', () => {
    const ready = run(start, opened)
    expect(reduceConnection(ready, start)).toBe(ready)
  })
})
