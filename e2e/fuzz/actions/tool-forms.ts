import { displayHashOfCall } from '@gatehouse/testkit'
import { request } from '../../support/routes.ts'
import { toFront } from '../../support/windows.ts'
import { oddName } from '../generators/words.mjs'
import type { Random } from '../random.mjs'
import type { World } from '../world.ts'
import type { Action } from './action.ts'
import { refuseAll } from './consenting-to.ts'

/** A press counts for a form only once it has been in the window for half a second. */
const LEAST_MS = 500
const READING_MS = 600

/** Runs a tool in its form; then once more by the same form, or with other arguments than it showed. */
async function runForm(world: World, random: Random): Promise<string> {
  const { app, page } = world.subject.gatehouse
  await refuseAll(page)
  await toFront(app, page)
  const { id: serverId } = random.pick(world.servers)
  const tools = await request(page, 'server.tools', { id: serverId })
  if (tools.length === 0) return 'there is no tool'
  const { name: toolName } = random.pick(tools.slice(0, 6))
  const { id } = await request(page, 'chat.create', {})
  const args = { text: oddName(random).replaceAll('\uD800', ''), count: random.int(0, 9) }
  const shown = displayHashOfCall({ serverId, toolName, arguments: args })
  const open = () => request(page, 'chat.open-tool-form', { id, serverId, toolName })
  const run = (form: string, count = args.count) =>
    request(page, 'chat.run-tool', {
      id,
      serverId,
      toolName,
      arguments: { ...args, count },
      form: { id: form, shown },
    }).then(
      () => 'ran',
      (error: unknown) => /"code":"([^"]+)"/.exec(String(error))?.[1] ?? String(error),
    )
  const breach = (words: string) => world.subject.breach('calls', words)
  const opening = performance.now()
  const form = await open()
  const early = await run(form.id)
  // On a machine that is starved the press itself may come after the time that it takes to read.
  if (early === 'ran' && performance.now() - opening < LEAST_MS)
    breach('A form ran before it could be read')
  await page.waitForTimeout(READING_MS)
  if ((await run(form.id, args.count + 1)) === 'ran') breach('A form ran what it did not show')
  const first = await run(form.id)
  if ((await run(form.id)) === 'ran') breach('A form ran twice')
  return `${toolName} ${first}`
}

export const toolFormActions: Action[] = [{ name: 'run a form', weight: 4, run: runForm }]
