import { NEVER_ABORTED } from '@gatehouse/base'
import { GatehouseError } from '@gatehouse/domain'
import type { ElicitationRequest } from '@gatehouse/domain/server-requests'
import type { ServerRequestHandler } from '@gatehouse/host/ports'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestBench, nobody, type TestBench } from '../testing/recorded-connection.ts'
import { openVariant, textOf, type OpenedVariant } from './protocol-variants.ts'

const clientFeatures = {
  elicitation: { form: true, url: true },
  sampling: { tools: true, context: true },
  roots: true,
  apps: false,
}
/** As the server gives it. */
const firstState = ' {"a" : 1}\u0000 ünïcode=+/ \\u0041 '
const roots = [{ uri: 'file:///srv/a', name: 'a' }]
const closers: (() => Promise<void>)[] = []
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench({ headStartMs: 9000 })
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

interface SentCall {
  id: unknown
  params: {
    name?: string
    arguments?: unknown
    inputResponses?: Record<string, unknown>
    requestState?: string
  }
}

describe.each(['stdio modern', 'http modern'] as const)('%s', (variant) => {
  const open = (own: Partial<ServerRequestHandler>): Promise<OpenedVariant> => {
    const onRequest = { ...nobody.onRequest, listRoots: () => Promise.resolve(roots), ...own }
    return openVariant({ bench, closers }, variant, { connection: { clientFeatures, onRequest } })
  }
  /** Every call of a tool that was sent, as it was sent. */
  const sentCalls = ({ recording }: OpenedVariant): SentCall[] =>
    recording.frames
      .filter(({ direction, method }) => direction === 'out' && method === 'tools/call')
      .map(({ message }) => message as unknown as SentCall)
  const accept = (asked: ElicitationRequest[]) => (request: ElicitationRequest) => {
    asked.push(request)
    const content = { city: `city ${asked.length}` }
    return Promise.resolve({ action: 'accept' as const, content })
  }

  test('a request that requires input is sent again with the answers, round by round', async () => {
    const asked: ElicitationRequest[] = []
    const opened = await open({ elicit: accept(asked) })
    const result = await opened.call('ask-twice', { text: 'kept' })
    const first = { action: 'accept', content: { city: 'city 1' } }
    const second = { action: 'accept', content: { city: 'city 2' } }
    const received = JSON.parse(textOf(result)) as SentCall['params'][]
    expect(received.map(({ inputResponses }) => inputResponses)).toEqual([
      { 'first key': first, roots: { roots } },
      { again: second },
    ])
    proves('protocol.input-required.several', variant)
    expect(asked).toMatchObject([{ message: 'Which city?' }, { message: 'And then?' }])
    proves('protocol.input-required.rounds', variant)
    const sent = sentCalls(opened)
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
    for (const { params } of sent)
      expect(params).toMatchObject({ name: 'ask-twice', arguments: { text: 'kept' } })
    proves('protocol.input-required.retried', variant)

    expect(received.map(({ requestState }) => requestState)).toEqual([firstState, 'second'])
    proves('protocol.request-state.echoed', variant)
    proves('protocol.request-state.renewed', variant)
    await opened.call('echo', { text: 'after it' })
    await opened.connection.listPrompts(NEVER_ABORTED)
    const others = opened.recording.frames
      .filter(({ direction }) => direction === 'out')
      .map(({ message }) => message as unknown as Partial<SentCall>)
      .filter(({ params }) => params?.name !== 'ask-twice')
    expect(others.length).toBeGreaterThan(1)
    expect(JSON.stringify(others)).not.toMatch(/requestState|inputResponses/)
    proves('protocol.request-state.unshared', variant)
  })

  test('no state is sent where none was given', async () => {
    const opened = await open({ elicit: accept([]) })
    const received = JSON.parse(textOf(await opened.call('ask-stateless'))) as object
    expect(received).toMatchObject({ hasState: false, given: { city: { action: 'accept' } } })
    expect(sentCalls(opened).some(({ params }) => 'requestState' in params)).toBe(false)
    proves('protocol.request-state.absent', variant)
  })

  test('a refused input request ends the call, and nothing is sent again', async () => {
    const refuse = () => Promise.reject(new GatehouseError('request/refused', 'No.'))
    const opened = await open({ elicit: refuse })
    await expect(opened.call('ask-stateless')).rejects.toMatchObject({
      code: expect.stringMatching(/^call\//),
    })
    expect(sentCalls(opened)).toHaveLength(1)
    proves('protocol.input-required.refused', variant)
  })

  /**
   * @threat twice.rounds
   * @attacker server
   * @tries To have a call of the modern era sent up to ten times, by responding that input is needed and asking for
   * none.
   * @stoppedBy At most ten rounds belong to a call.
   * @remains The protocol lets a server ask for a further round of the same call without a question; it is sent without
   * asking the person again.
   */
  test('a server that asks for ever is ended after ten rounds, in words', async () => {
    const asked: ElicitationRequest[] = []
    const opened = await open({ elicit: accept(asked) })
    await expect(opened.call('ask-for-ever')).rejects.toMatchObject({
      code: 'call/protocol',
      message: expect.stringMatching(/10 rounds/),
    })
    expect(asked).toHaveLength(10)
    expect(sentCalls(opened)).toHaveLength(11)
    proves('protocol.round-limit.ended', variant)
    expect(textOf(await opened.call('echo', { text: 'alive' }))).toBe('alive')
    proves('protocol.round-limit.alive', variant)
  })

  /**
   * @threat inbound.thousands-at-once
   * @attacker server
   * @tries Responds to a call with a round of 30,000 requests for roots, again and again.
   * @stoppedBy A round, and the state of a task, with more than 32 requests ends the call in words.
   */
  test('a round that asks for thousands of things is refused, and nothing of it is answered', async () => {
    let listed = 0
    const opened = await open({
      listRoots: () => {
        listed += 1
        return Promise.resolve(roots)
      },
    })
    await expect(opened.call('ask-for-thousands')).rejects.toMatchObject({
      code: expect.stringMatching(/^call\//),
      message: expect.stringContaining('30000 input requests at once'),
    })
    expect(listed).toBe(0)
    expect(sentCalls(opened)).toHaveLength(1)
    proves('protocol.round-limit.many', variant)
  })

  test('a result of an unknown type is refused', async () => {
    const opened = await open({})
    await expect(opened.call('respond-oddly')).rejects.toMatchObject({
      code: 'call/outcome-unknown',
      message: expect.stringContaining('perhaps'),
    })
    proves('protocol.input-required.unknown', variant)
  })
})
