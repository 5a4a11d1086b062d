import { expect, it } from 'vitest'
import { DisposableStore, trackDisposables } from './disposable.ts'

/** Disposables that write their names down. */
function recorded() {
  const names: string[] = []
  const named = (name: string, error?: Error) => ({
    dispose() {
      names.push(name)
      if (error) throw error
    },
  })
  const slow = (name: string, error?: Error) => ({
    async dispose() {
      await Promise.resolve()
      names.push(name)
      if (error) throw error
    },
  })
  return { names, named, slow }
}

it('disposes the newest first, and waits for one before the next', async () => {
  const { names, named, slow } = recorded()
  const store = new DisposableStore('test')
  store.add(named('a'))
  store.add(slow('b'))
  store.add(named('c'))
  const done = store.dispose()
  expect(names).toEqual(['c'])
  await done
  expect(names).toEqual(['c', 'b', 'a'])
})

it('disposes synchronously where nothing waits', () => {
  const { names, named } = recorded()
  const store = new DisposableStore('test')
  store.add(named('a'))
  expect(store.dispose()).toBeUndefined()
  expect(names).toEqual(['a'])
})

it('disposes each even if others throw, and gathers the errors', async () => {
  const { names, named, slow } = recorded()
  const store = new DisposableStore('test')
  store.add(named('a'))
  store.add(slow('b', new Error('of b')))
  store.add(named('c', new Error('of c')))
  await expect(store.dispose()).rejects.toMatchObject({
    message: 'Error: of c; Error: of b',
    errors: [new Error('of c'), new Error('of b')],
  })
  expect(names).toEqual(['c', 'b', 'a'])
})

it('throws the one error itself', () => {
  const store = new DisposableStore('test')
  store.add(recorded().named('a', new Error('of a')))
  expect(() => store.dispose()).toThrow(new Error('of a'))
})

it('is disposed once, whoever asks meanwhile', async () => {
  const { names, slow } = recorded()
  const store = new DisposableStore('test')
  store.add(slow('a'))
  await Promise.all([store.dispose(), store.dispose()])
  await store.dispose()
  expect(names).toEqual(['a'])
})

it('disposes at once what is added after its end', () => {
  const { names, named } = recorded()
  const store = new DisposableStore('test')
  void store.dispose()
  store.add(named('late'))
  expect(names).toEqual(['late'])
})

it('names the stores that were never disposed, or hang', async () => {
  const tracking = trackDisposables()
  const closed = new DisposableStore('closed')
  closed.add(recorded().slow('a', new Error('of a')))
  const hanging = new DisposableStore('hanging')
  hanging.add({ dispose: () => new Promise(() => undefined) })
  new DisposableStore('forgotten').add(recorded().named('b'))
  await closed.dispose()?.catch(() => undefined)
  void hanging.dispose()
  expect(tracking.alive().map(({ name }) => name)).toEqual(['hanging', 'forgotten'])
  expect(tracking.stop()).toEqual(['hanging', 'forgotten'])
})

it('tracks for one test within another', async () => {
  const outer = trackDisposables()
  const inner = trackDisposables()
  const short = new DisposableStore('short')
  expect(inner.stop()).toEqual(['short'])
  const long = new DisposableStore('long')
  await short.dispose()
  expect(outer.stop()).toEqual(['long'])
  await long.dispose()
})
