import { expect, it } from 'vitest'
import { Emitter } from './emitter.ts'

interface Events {
  added: { id: string }
  removed: { id: string }
  cleared: null
}

it('calls the listeners of a name in their order, and those of all events', () => {
  const emitter = new Emitter<Events>()
  const heard: unknown[] = []
  emitter.onAny((name) => heard.push(name))
  emitter.on(['added', 'removed'], ({ id }) => heard.push(`1 ${id}`))
  emitter.on('added', ({ id }) => heard.push(`2 ${id}`))
  emitter.emit('added', { id: 'a' })
  emitter.emit('removed', { id: 'b' })
  emitter.emit('cleared', null)
  expect(heard).toEqual(['added', '1 a', '2 a', 'removed', '1 b', 'cleared'])
})

it('a listener that throws stops neither the others nor the sender', () => {
  const errors: unknown[] = []
  const emitter = new Emitter<Events>((error) => errors.push(error))
  const heard: string[] = []
  emitter.on('added', () => {
    throw new Error('broken')
  })
  emitter.on('added', ({ id }) => heard.push(id))
  emitter.emit('added', { id: 'a' })
  expect(heard).toEqual(['a'])
  expect(errors).toEqual([new Error('broken')])
})

it('a disposed listener hears nothing more, not even the present event', () => {
  const emitter = new Emitter<Events>()
  const heard: string[] = []
  emitter.on('added', () => second.dispose())
  const second = emitter.on('added', () => heard.push('second'))
  emitter.emit('added', { id: 'a' })
  expect(heard).toEqual([])
})

it('a listener that is added during an event hears the next one', () => {
  const emitter = new Emitter<Events>()
  const heard: string[] = []
  const first = emitter.on('added', () => {
    first.dispose()
    emitter.on('added', ({ id }) => heard.push(id))
  })
  emitter.emit('added', { id: 'a' })
  emitter.emit('added', { id: 'b' })
  expect(heard).toEqual(['b'])
})
