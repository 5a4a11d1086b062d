import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { createLiveCache } from './live-cache.ts'
import { createQueryClient } from '../queries/query-client.ts'

const key = ['secrets']
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Something that is fetched, each response held back until the test gives it. */
function open() {
  const client = createQueryClient()
  stops.push(() => client.clear())
  const cache = createLiveCache(client)
  const responses: ((data: string) => void)[] = []
  const queryFn = () =>
    cache.load(key, () => new Promise<string>((resolve) => responses.push(resolve)))
  const show = () => {
    const observer = new QueryObserver(client, { queryKey: key, queryFn, refetchOnMount: 'always' })
    const hide = observer.subscribe(() => undefined)
    stops.push(hide)
    return hide
  }
  const shown = () => client.getQueryData(key)
  const asked = (times: number) => expect.poll(() => responses.length).toBe(times)
  return { cache, show, shown, asked, responses }
}

it('what changed while its first response was on its way is fetched again', async () => {
  const { cache, show, shown, asked, responses } = open()
  show()
  await asked(1)
  cache.refresh(key)
  responses[0]?.('before')
  await asked(2)
  responses[1]?.('after')
  await expect.poll(shown).toBe('after')
})

it('what changed while nothing showed it is fetched again, also where a response of before is still on its way', async () => {
  const { cache, show, shown, asked, responses } = open()
  const hide = show()
  await asked(1)
  responses[0]?.('at first')
  await expect.poll(shown).toBe('at first')
  cache.refresh(key)
  await asked(2)
  hide()
  cache.refresh(key)
  show()
  responses[1]?.('before')
  await asked(3)
  responses[2]?.('after')
  await expect.poll(shown).toBe('after')
})

it('what is shown is fetched once for one change', async () => {
  const { cache, show, shown, asked, responses } = open()
  show()
  await asked(1)
  responses[0]?.('at first')
  await expect.poll(shown).toBe('at first')
  cache.refresh(key)
  await asked(2)
  responses[1]?.('after')
  await expect.poll(shown).toBe('after')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(responses).toHaveLength(2)
})
