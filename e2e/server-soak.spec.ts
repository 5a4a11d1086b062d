import { join } from 'node:path'
import {
  fixtureServerCommand,
  misbehavingServerCommand,
  readPidFile,
  waitUntilGone,
} from '@gatehouse/testkit'
import { rmSync } from 'node:fs'
import { expect, test } from './launch.ts'
import { resumeAfterCrash } from './support/safe-start.ts'
import { scratch } from './support/scratch.ts'
import { addServer, waitForServer } from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

test.use({ ownApp: true })

/** `pnpm soak` asks for more. */
const kills = Number(process.env['GATEHOUSE_SOAK_KILLS'] ?? 3)

test(
  'killing the app again and again piles up no process of its servers',
  nightly('server.processes-kill.repeated'),
  async ({ launch }, testInfo) => {
    test.setTimeout(60_000 + kills * 20_000)
    const folder = scratch(testInfo)
    const file = (name: string) => join(folder, name)
    const files = ['good', 'wrapper', 'grandchild', 'stubborn'].map(file)
    const gatehouse = await launch()
    const servers = [
      await addServer(
        gatehouse.page,
        fixtureServerCommand({ features: ['echo'], pidFile: file('good') }),
        {
          name: 'good',
        },
      ),
      await addServer(
        gatehouse.page,
        misbehavingServerCommand('grandchild', {
          pidFile: file('wrapper'),
          grandchildPidFile: file('grandchild'),
        }),
        { name: 'wrapper' },
      ),
      await addServer(
        gatehouse.page,
        misbehavingServerCommand('ignore-sigterm-and-eof', { pidFile: file('stubborn') }),
        { name: 'stubborn' },
      ),
    ]
    const seen: number[] = []
    for (let round = 0; round < kills; round += 1) {
      const pids = await Promise.all(files.map((path) => readPidFile(path)))
      seen.push(...pids)
      await gatehouse.kill9()
      for (const path of files) rmSync(path)
      // Starting again is what ends the stubborn one; the servers start again once the person says so.
      await gatehouse.restart()
      await resumeAfterCrash(gatehouse.page)
      for (const { config } of servers) await waitForServer(gatehouse.page, config.id, 'ready')
      await waitUntilGone(pids, 10_000)
    }
    expect(new Set(seen).size).toBe(kills * files.length)
    seen.push(...(await Promise.all(files.map((path) => readPidFile(path)))))
    await gatehouse.quit()
    await waitUntilGone(seen, 10_000)
    proves('server.processes-kill.repeated')
  },
)
