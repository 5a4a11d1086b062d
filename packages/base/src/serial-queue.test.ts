import { expect, it } from 'vitest'
import { SerialQueue } from './serial-queue.ts'

function recorded(): {
  events: string[]
  step(name: string, fails?: boolean): () => Promise<void>
} {
  const events: string[] = []
  return {
    events,
    step: (name, fails) => async () => {
      events.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      events.push(`${name} ends`)
      if (fails) throw new Error(name)
    },
  }
}

it('runs one work after the other, and the next one after a failure', async () => {
  const { events, step } = recorded()
  const queue = new SerialQueue()
  const failed = queue.run(step('a', true))
  void queue.run(step('b'))
  await expect(failed).rejects.toThrow('a')
  await queue.settled()
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

it('runs nothing else while a list is read, and goes on when its reader stops', async () => {
  const { events, step } = recorded()
  const queue = new SerialQueue()
  async function* list(): AsyncGenerator<number> {
    await step('list')()
    yield 1
    yield 2
  }
  const read = (async () => {
    for await (const value of queue.iterate(list)) {
      events.push(`read ${value}`)
      break
    }
  })()
  await Promise.all([read, queue.run(step('after'))])
  expect(events).toEqual(['list begins', 'list ends', 'read 1', 'after begins', 'after ends'])
})
