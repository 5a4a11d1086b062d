import { expect, it } from 'vitest'
import { createEventRecorder } from '../testing/index.ts'
import { createPendingRequests } from './pending-requests.ts'

/** A task that only ends by its signal. */
const endless = (_progress: unknown, signal: AbortSignal): Promise<string> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
  })

it('a cancelled request ends, and its late progress is not shown', async () => {
  const events = createEventRecorder()
  const requests = createPendingRequests(events)
  let notify = (): void => undefined
  const running = requests.run('one', (onProgress, signal) => {
    notify = () => onProgress({ progress: 1 })
    return endless(onProgress, signal)
  })
  notify()
  requests.cancel('one')
  await expect(running).rejects.toThrow('aborted')
  notify()
  expect(events.recorded).toEqual([
    { name: 'server.request-progress', payload: { requestId: 'one', progress: { progress: 1 } } },
  ])
})

it('a second request under the same id ends the first one, and goes on itself', async () => {
  const requests = createPendingRequests(createEventRecorder())
  const first = requests.run('one', endless)
  const second = requests.run('one', endless)
  await expect(first).rejects.toThrow('aborted')
  requests.cancel('one')
  await expect(second).rejects.toThrow('aborted')
  requests.cancel('one')
  await expect(requests.run(undefined, () => Promise.resolve(3))).resolves.toBe(3)
})
