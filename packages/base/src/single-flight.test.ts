import { expect, it } from 'vitest'
import { SingleFlight } from './single-flight.ts'

it('shares one run, and begins another after its end', async () => {
  const flight = new SingleFlight<number>()
  let runs = 0
  const work = async (): Promise<number> => {
    runs += 1
    await Promise.resolve()
    return runs
  }
  const both = Promise.all([flight.run(work), flight.run(work)])
  expect(flight.isRunning).toBe(true)
  expect(await both).toEqual([1, 1])
  expect(flight.isRunning).toBe(false)
  expect(await flight.run(work)).toBe(2)
})

it('fails for all who wait, and begins another run after that', async () => {
  const flight = new SingleFlight<string>()
  const failed = flight.run(() => Promise.reject(new Error('broken')))
  const other = flight.run(() => Promise.resolve('not run'))
  await flight.settled()
  await expect(failed).rejects.toThrow('broken')
  await expect(other).rejects.toThrow('broken')
  await expect(flight.run(() => Promise.resolve('again'))).resolves.toBe('again')
})

it('runs each key by itself, and reports each end before those who wait go on', async () => {
  const heard: string[] = []
  const flight = new SingleFlight<string>(() => heard.push(`ended ${String(flight.isRunning)}`))
  const work = (name: string) => () => {
    heard.push(name)
    return Promise.resolve(name)
  }
  const runs = [flight.run(work('a'), 'a'), flight.run(work('b'), 'b'), flight.run(work('c'), 'a')]
  void runs[1]?.then(() => heard.push('waited'))
  expect(await Promise.all(runs)).toEqual(['a', 'b', 'a'])
  expect(heard).toEqual(['a', 'b', 'ended true', 'ended false', 'waited'])
})
