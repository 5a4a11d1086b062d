import { actRuleOf, routes, type RouteName } from '@gatehouse/contract'
import { expect, it } from 'vitest'
import { validInputs } from '../ipc/testing/valid-inputs.ts'
import { createPageGuard } from './page-guard.ts'
import { watchPresses } from './presses.ts'
import { refusalOf } from '../ipc/testing/refusal-of.ts'

function setUp() {
  let now = 10_000
  const presses = watchPresses(() => now)
  const guard = createPageGuard({
    now: () => now,
    latest: () => presses.latest(),
    takeDrop: () => presses.takeDrop(),
    isInFront: () => true,
    seenSince: () => 0,
    isAssisted: () => false,
  })
  const answer = { kind: 'tool-approval', decision: 'allow-once' } as const
  return {
    guard,
    press() {
      presses.note({ type: 'mouseDown' })
      presses.note({ type: 'mouseUp' })
    },
    wait: (ms: number) => void (now += ms),
    ask: (id: string) => guard.sent('ask.changed', { id, state: { status: 'pending' } }),
    send: () => refusalOf(guard, 'chat.send', { id: 'a', text: 'x', attachmentIds: [] })?.code,
    allow: (id: string) => refusalOf(guard, 'ask.answer', { id, answer })?.code,
  }
}

const named = Object.keys(routes) as RouteName[]
const taking = named.filter((name) => actRuleOf(routes[name].acts)?.by === 'own-press')
/** `app.resume` is free for a chat; a form of a tool is an answer. */
const acting = { 'app.resume': { what: 'servers' }, 'chat.run-tool': { form: undefined } } as const

/**
 * @threat consent.harvested-presses
 * @attacker page
 * @tries Uses one press of the person for many acts: sends, reads, links, starts; stops servers or changes those of a
 * chat without any.
 * @stoppedBy Each such act takes a press of its own, that no other act had before, at most three seconds old, in the
 * window in front.
 * @remains Lists of a running server, completions while the person types, and acts by assistive technology.
 */
it.each(taking)('does %s by a press alone, and once by each', (route) => {
  const input = { ...validInputs[route], ...(acting as Record<string, object>)[route] }
  const { guard, press } = setUp()
  const act = () => refusalOf(guard, route, input as never)?.data
  const other = () =>
    refusalOf(guard, 'server.read-resource', { id: 's', uri: 'y', requestId: 'r' })
  expect(act()).toEqual({ because: 'nothing was pressed' })
  press()
  expect(act()).toBeUndefined()
  // It was for that one thing, and for nothing else that sends, opens or reads.
  const again = refusalOf(guard, route, { ...input, uri: 'z' } as never)?.data
  expect(again).toEqual({ because: 'that press did something before' })
  expect(other()?.code).toBe('app/not-by-person')
  press()
  expect(refusalOf(guard, route, { ...input, uri: 'z' } as never)).toBeUndefined()
})

it('completes twice by a press, as what the key before asked for may come with the next one', () => {
  const { guard, press, send } = setUp()
  const complete = () => refusalOf(guard, 'server.complete', {} as never)?.data
  expect(complete()).toEqual({ because: 'nothing was pressed' })
  press()
  expect([complete(), complete()]).toEqual([undefined, undefined])
  expect(complete()).toEqual({ because: 'that press did something before' })
  expect(send()).toBeUndefined()
  press()
  expect(complete()).toBeUndefined()
})

/** @threat consent.harvested-presses */
it('sends nothing by a press that answered an ask, nor the other way round', () => {
  const { allow, ask, send, press, wait } = setUp()
  ask('a')
  wait(600)
  press()
  expect(allow('a')).toBeUndefined()
  expect(send()).toBe('app/not-by-person')
  press()
  expect(send()).toBeUndefined()
  expect(allow('a')).toBe('ask/not-by-person')
})
