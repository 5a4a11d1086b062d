import type { ServerView } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { currentOrCachedList } from './current-or-cached-list.ts'

const [sample] = sampleServers
const at = (connection: ServerView['connection']): ServerView => ({ ...sample!, connection })
const starting = at({ status: 'starting', since: 1, step: 'spawn', attempt: 1 })
const ready = at(sampleServers.find(({ connection }) => connection.status === 'ready')!.connection)
const nothing = { data: undefined, error: null }

it('a list of the last start is shown while a server starts, and not as a new one', () => {
  expect(currentOrCachedList(starting, nothing, ['old'])).toEqual({ list: ['old'], isStale: true })
  expect(currentOrCachedList(ready, nothing, ['old'])).toEqual({ list: ['old'], isStale: true })
  expect(currentOrCachedList(ready, { data: ['new'], error: null }, ['old'])).toEqual({
    list: ['new'],
    isStale: false,
  })
})

it('a list of the last start does not hide that the server is stopped or that reading failed', () => {
  expect(currentOrCachedList(at({ status: 'stopped' }), nothing, ['old']).list).toBeUndefined()
  const failed = { data: undefined, error: new Error('refused') }
  expect(currentOrCachedList(ready, failed, ['old']).list).toBeUndefined()
  expect(currentOrCachedList(starting, nothing, null).list).toBeUndefined()
})
