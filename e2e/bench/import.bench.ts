/** The time for which main keeps others waiting while large archives are read and imported. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Gatehouse } from '../launch.ts'
import { test } from '../launch.ts'
import { request } from '../support/routes.ts'
import { writeChatFile, writeProductArchive } from './large-archives.ts'
import { longestOfMain, mainMeter } from './main-blocks.ts'
import { atMost, report, type Measure } from './measures.ts'
import { followThread } from './thread-clock.ts'
import { windowProcess } from './window-memory.ts'
import { watchWindow } from './window-meter.ts'

const LIMIT_MS = 100

test('main while large archives are imported', async ({ launch }) => {
  const gatehouse = await launch({ args: mainMeter })
  const archive = join(gatehouse.userData, 'chatgpt.zip')
  const chat = join(gatehouse.userData, 'long.chat.jsonl')
  writeProductArchive(archive)
  writeChatFile(chat)
  await pick(gatehouse, archive)
  const read = await measured(gatehouse, 'reading an archive of 5,000 chats', ({ page }) =>
    request(page, 'chat.read-product-file', {}),
  )
  const taken = await measured(gatehouse, 'importing it', ({ page }) =>
    request(page, 'chat.import-product-file', {}),
  )
  await pick(gatehouse, chat)
  const size = Math.round(statSync(chat).size / 1e6)
  const own = await measured(gatehouse, `importing a chat of ${size} MB`, ({ page }) =>
    request(page, 'chat.import', {}),
  )
  report([...read, ...taken, ...own])
})

/** Answers the system's dialog with this file. */
function pick({ app }: Gatehouse, path: string): Promise<void> {
  return app.evaluate(({ dialog }, file) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] })
  }, path)
}

async function measured(
  gatehouse: Gatehouse,
  what: string,
  work: (gatehouse: Gatehouse) => Promise<unknown>,
): Promise<Measure[]> {
  const { app, page } = gatehouse
  const clock = followThread(await windowProcess(app))
  const window = await watchWindow(page, clock)
  await page.waitForTimeout(1000)
  await window.take()
  await longestOfMain(app)
  const started = performance.now()
  const outcome = await work(gatehouse)
  const seconds = Math.round((performance.now() - started) / 1000)
  // What follows the last chat belongs to it.
  await page.waitForTimeout(1000)
  const { own, late } = await longestOfMain(app)
  const { tasks } = await window.take()
  clock.close()
  process.stdout.write(
    `${what}: ${seconds} s, main ${own} ms (${late}), window ${Math.max(0, ...tasks)} ms: ${JSON.stringify(outcome).slice(0, 300)}\n`,
  )
  return [
    atMost(`Longest that main kept others waiting while ${what}`, own, {
      limit: LIMIT_MS,
      beside: `${Math.round(late)} ms with other processes’ turns, in ${seconds} s`,
    }),
    atMost('… longest task of the window', Math.max(0, ...tasks), { limit: LIMIT_MS }),
  ]
}
