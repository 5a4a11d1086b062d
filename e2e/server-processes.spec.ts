import { join } from 'node:path'
import {
  fixtureServerCommand,
  isAlive,
  misbehavingServerCommand,
  processTree,
  readPidFile,
  waitUntilGone,
} from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

test.use({ ownApp: true })

/** One server that ends as it should, one with a grandchild, and one that only a kill ends. */
async function addAll(page: Page, folder: string) {
  const file = (name: string) => join(folder, name)
  await addServer(page, fixtureServerCommand({ features: ['echo'], pidFile: file('good') }), {
    name: 'good',
  })
  const wrapper = misbehavingServerCommand('grandchild', {
    pidFile: file('wrapper'),
    grandchildPidFile: file('grandchild'),
  })
  await addServer(page, wrapper, { name: 'wrapper' })
  const stubborn = misbehavingServerCommand('ignore-sigterm-and-eof', { pidFile: file('stubborn') })
  await addServer(page, stubborn, { name: 'stubborn' })
  const [good, wrapped, grandchild, unending] = await Promise.all(
    ['good', 'wrapper', 'grandchild', 'stubborn'].map((name) => readPidFile(file(name))),
  )
  if (!good || !wrapped || !grandchild || !unending) throw new Error('A server has no process id.')
  return { good, wrapped, grandchild, stubborn: unending }
}

test(
  'quitting leaves no process of a server behind',
  nightly('server.processes-quit.soon', 'server.processes-quit.ended'),
  async ({ gatehouse }, testInfo) => {
    const pids = await addAll(gatehouse.page, scratch(testInfo))
    const all = processTree(gatehouse.process.pid ?? 0)
    expect(all).toEqual(expect.arrayContaining(Object.values(pids)))
    const begun = Date.now()
    expect(await gatehouse.quit()).toBe(0)
    expect(Date.now() - begun).toBeLessThan(12_000)
    proves('server.processes-quit.soon')
    expect(Object.values(pids).filter(isAlive)).toEqual([])
    await waitUntilGone(all, 2000)
    proves('server.processes-quit.ended')
  },
)

test(
  'after kill -9 of the app no process of a server stays for good',
  nightly('server.processes-kill.polite', 'server.processes-kill.stubborn'),
  async ({ launch }, testInfo) => {
    const gatehouse = await launch()
    const pids = await addAll(gatehouse.page, scratch(testInfo))
    await gatehouse.kill9()
    await waitUntilGone([pids.good, pids.wrapped], 5000)
    expect(isAlive(pids.stubborn)).toBe(true)
    proves('server.processes-kill.polite')
    await gatehouse.restart()
    await waitUntilGone([pids.stubborn, pids.grandchild], 10_000)
    proves('server.processes-kill.stubborn')
  },
)
