import type { Frame, JsonValue } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServerJournal, type ServerJournal } from './server-journal.ts'

type Given = Partial<Pick<Frame, 'rpcId' | 'method' | 'callId' | 'truncated'>>

let journal: ServerJournal
let message: JsonValue
beforeEach(() => {
  message = {}
  journal = createServerJournal('s1', { emit: () => undefined })
})

function pass(direction: Frame['direction'], kind: Frame['kind'], given: Given): void {
  journal.frame({ at: 1, direction, kind, bytes: 10, message, truncated: false, ...given })
}

describe('the messages of a call', () => {
  it('are its own, however many like it there are', () => {
    for (const callId of ['a', 'b', 'a', 'b'])
      pass('out', 'request', { method: 'tools/call', callId })
    for (const callId of ['b', 'a']) pass('in', 'response', { method: 'tools/call', callId })
    expect(journal.links.ofCall('a')).toEqual({ request: 1, response: 6 })
    expect(journal.links.ofCall('b')).toEqual({ request: 2, response: 5 })
  })

  it('are none once the ring let them go, or where nothing was sent', () => {
    pass('out', 'request', { method: 'tools/call', callId: 'a' })
    for (let count = 0; count < 2000; count += 1) pass('in', 'notification', { method: 'x' })
    expect(journal.links.ofCall('a')).toEqual({ request: null, response: null })
    expect(journal.links.ofCall('never')).toEqual({ request: null, response: null })
  })
})

describe('the messages of what a server asked', () => {
  it('are the latest request with its id, and the response after it', () => {
    pass('in', 'request', { rpcId: 1, method: 'elicitation/create' })
    pass('out', 'response', { rpcId: 1 })
    pass('in', 'request', { rpcId: 1, method: 'elicitation/create' })
    const link = journal.links.find({ kind: 'request', id: 1 })
    link?.('ask-2')
    expect(journal.links.ofAsk('ask-2')).toEqual({ request: 3, response: null })
    // An id of the host's own requests, and one that is text.
    pass('in', 'response', { rpcId: 1 })
    pass('out', 'response', { rpcId: '1' })
    pass('out', 'error', { rpcId: 1 })
    expect(journal.links.ofAsk('ask-2')).toEqual({ request: 3, response: 6 })
  })

  it('are, in a round, the response that has it and the request that carries the input response', () => {
    pass('in', 'response', { callId: 'a' })
    message = { result: { inputRequests: { key: {} } } }
    pass('in', 'response', { callId: 'other' })
    pass('in', 'response', { callId: 'a' })
    const source = { kind: 'input-request', callId: 'a', key: 'key' } as const
    expect(journal.links.find({ ...source, key: 'toString' })).toBeUndefined()
    journal.links.find(source)?.('ask-1')
    message = { params: { inputResponses: { key: {} } } }
    pass('out', 'request', { callId: 'other', method: 'tools/call' })
    pass('out', 'request', { callId: 'a', method: 'tools/call' })
    expect(journal.links.ofAsk('ask-1')).toEqual({ request: 3, response: 5 })
  })

  it('are never those of another request that has the same id', () => {
    pass('in', 'request', { rpcId: 0, method: 'elicitation/create' })
    journal.links.find({ kind: 'request', id: 0 })?.('ask-1')
    pass('in', 'request', { rpcId: 0, method: 'elicitation/create' })
    journal.links.find({ kind: 'request', id: 0 })?.('ask-2')
    pass('out', 'response', { rpcId: 0 })
    expect(journal.links.ofAsk('ask-1')).toEqual({ request: 1, response: null })
    expect(journal.links.ofAsk('ask-2')).toEqual({ request: 2, response: 3 })
  })

  it.each(['initialize', 'server/discover'])('end with the connection, at %s', (method) => {
    pass('in', 'request', { rpcId: 0, method: 'elicitation/create' })
    journal.links.find({ kind: 'request', id: 0 })?.('ask-1')
    pass('out', 'request', { rpcId: 'own', method })
    pass('out', 'response', { rpcId: 0 })
    expect(journal.links.ofAsk('ask-1')).toEqual({ request: 1, response: null })
  })

  it('are, of a key that comes again in a later round, those of its own round', () => {
    const source = { kind: 'input-request', callId: 'a', key: 'key' } as const
    message = { result: { inputRequests: { key: {} } } }
    pass('in', 'response', { callId: 'a' })
    journal.links.find(source)?.('ask-1')
    pass('in', 'response', { callId: 'a' })
    message = { params: { inputResponses: { key: {} } } }
    pass('out', 'request', { callId: 'a', method: 'tools/call' })
    expect(journal.links.ofAsk('ask-1')).toEqual({ request: 1, response: null })
  })

  it('are none once the ring let the request go, as what came between is gone too', () => {
    pass('in', 'request', { rpcId: 0, method: 'elicitation/create' })
    journal.links.find({ kind: 'request', id: 0 })?.('ask-1')
    for (let count = 0; count < 2000; count += 1) pass('in', 'notification', { method: 'x' })
    pass('out', 'response', { rpcId: 0 })
    expect(journal.links.ofAsk('ask-1')).toEqual({ request: null, response: null })
  })

  it('are not looked for where the message was never there', () => {
    expect(journal.links.find({ kind: 'request', id: 7 })).toBeUndefined()
    expect(journal.links.ofAsk('unknown')).toEqual({ request: null, response: null })
  })
})
