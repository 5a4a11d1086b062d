import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppPin } from '@gatehouse/domain/apps'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStores } from './open-stores.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-apps-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => openStores({ file: join(folder, 'gatehouse.db') })
const pin: AppPin = {
  serverId: 'a',
  serverIdentity: 'who a is',
  uri: 'ui://board',
  hash: 'one',
  bytes: 1,
  needs: { domains: [], permissions: [] },
  at: 1,
}

it('an interface is pinned once for each server and URI, outlives the app and goes with its server', () => {
  const stores = open()
  stores.appPins.save(pin)
  stores.appPins.save({ ...pin, hash: 'two' })
  stores.appPins.save({ ...pin, serverId: 'b' })
  stores.close()
  const again = open()
  expect(again.appPins.get('a', 'ui://board')).toEqual({ ...pin, hash: 'two' })
  expect(again.appPins.get('a', 'ui://other')).toBeNull()
  expect(again.appPins.ofServer('a')).toEqual([{ ...pin, hash: 'two' }])
  again.appPins.removeForServer('a')
  expect(again.appPins.get('a', 'ui://board')).toBeNull()
  expect(again.appPins.get('b', 'ui://board')).toEqual({ ...pin, serverId: 'b' })
  again.close()
})

it('a server cannot fill the table, and a pinned interface can still change', () => {
  const stores = open()
  for (let count = 0; count < 250; count += 1) stores.appPins.save({ ...pin, uri: `ui://${count}` })
  expect(stores.appPins.get('a', 'ui://249')).toBeNull()
  stores.appPins.save({ ...pin, uri: 'ui://1', hash: 'two' })
  expect(stores.appPins.get('a', 'ui://1')?.hash).toBe('two')
  stores.close()
})
