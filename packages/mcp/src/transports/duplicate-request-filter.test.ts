import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createRequestFilter } from './duplicate-request-filter.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const ask = (id: string | number, text: string) =>
  ({ jsonrpc: '2.0', id, method: 'roots/list', params: { text } }) as const
const response = (id: string | number) => ({ jsonrpc: '2.0', id, result: { roots: [] } }) as const

it('tells large requests and long ids from others, open ones and those with a response', () => {
  const filter = createRequestFilter({ write: () => undefined })
  const [one, other] = ['a', 'b'].map((end) => `${'x'.repeat(100_000)}${end}`)
  const admits = (id = one, text = one) => filter.admits(ask(id ?? '', text ?? ''))
  expect([admits(), admits(), admits(other)]).toEqual([true, false, true])
  filter.sent(response(one ?? ''))
  expect([admits(one, one), admits(one, other)]).toEqual([false, true])
})

/**
 * @threat streams.remembered
 * @attacker server
 * @tries To fill main’s memory with what it remembers of a session: requests and ids of megabytes, or cursors that are
 * pages of their own.
 * @stoppedBy Requests that were handled are remembered by their digests, a thousand at most; a cursor of more than
 * 16,384 characters ends its list.
 */
it('keeps nothing large of what a server asks', () => {
  const filter = createRequestFilter({ write: () => undefined })
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let number = 0; number < 60; number += 1) {
    const id = `${number} ${'i'.repeat(1_000_000)}`
    filter.admits(ask(id, `${number} ${'x'.repeat(1_000_000)}`))
    if (number % 2 === 0) filter.sent(response(id))
  }
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
})
