import { join } from 'node:path'
import { followThread } from './bench/thread-clock.ts'
import { windowProcess } from './bench/window-memory.ts'
import { watchWindow } from './bench/window-meter.ts'
import { memoryOf, ownProcesses } from './fuzz/meters/processes.ts'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { chat, openCall } from './support/chat.ts'
import { inspect } from './support/inspect.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'

const command = {
  command: process.execPath,
  args: [join(import.meta.dirname, 'support/many-forms-server.mjs')],
}

interface Forms {
  forms?: number
  fields?: number
  kind?: 'text' | 'mixed' | 'json' | 'unbreakable'
  message?: string
}

/** Twice the budget and more: the machines that run this do other things meanwhile. */
const MAX_TASK_MS = 1000

/**
 * Calls the tool of a server that asks for these forms, in a chat by hand. Resolves to its id, and to a look at the
 * longest task of the window, in milliseconds in which it had a processor.
 */
async function askFor({ app, page }: Gatehouse, given: Forms) {
  const { config } = await addServer(page, command, { name: 'many' })
  await expect.poll(async () => (await request(page, 'chat.list', {})).length).toBeGreaterThan(0)
  const clock = followThread(await windowProcess(app))
  const window = await watchWindow(page, clock)
  const [open] = await request(page, 'chat.list', {})
  await request(page, 'chat.run-tool', {
    id: open?.id ?? '',
    serverId: config.id,
    toolName: 'ask',
    arguments: { ...given },
  })
  await chat(page).approval('ask').allowOnce()
  await expect(page.getByTestId('ask-card').first()).toBeVisible()
  return {
    serverId: config.id,
    async longestTask() {
      const { tasks } = await window.take()
      clock.close()
      return Math.max(0, ...tasks)
    },
  }
}

/** @threat inbound.sum-of-asks */
test(
  'twenty forms of two hundred fields leave the window responsive: what is over the budget is refused at once',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    const { page, process: main } = gatehouse
    const { serverId, longestTask } = await askFor(gatehouse, {
      forms: 20,
      fields: 200,
      kind: 'mixed',
    })
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'many sends too many requests',
    )
    const pending = await request(page, 'ask.list', {})
    expect(pending).toHaveLength(2)
    await expect(page.getByRole('textbox', { name: 'Name 196' }).first()).toBeAttached()
    const longest = await longestTask()
    const megabytes = memoryOf(ownProcesses(main.pid ?? 0))
    testInfo.annotations.push({
      type: 'longest task, memory',
      description: `${longest} ms, ${megabytes} MB`,
    })
    expect(longest).toBeLessThan(MAX_TASK_MS)
    for (let left = pending.length; left > 0; left -= 1) {
      const cards = page.getByTestId('ask-card')
      await cards.first().getByRole('button', { name: 'Decline' }).click()
      await expect.poll(async () => (await request(page, 'ask.list', {})).length).toBe(left - 1)
    }
    const call = chat(page).calls
    await expect(call).toHaveAttribute('data-status', 'done')
    await openCall(call)
    await call.getByRole('tab', { name: 'As sent' }).click()
    await expect(call).toContainText('"decline","decline","Too many requests')
    const logs = await request(page, 'server.logs', { id: serverId })
    expect(logs.map(({ text }) => text).join()).toContain('the limit of 400 fields')
  },
)

test('of twenty small forms those near the view are drawn', nightly(), async ({ gatehouse }) => {
  const { page } = gatehouse
  const { longestTask } = await askFor(gatehouse, { forms: 20, fields: 20, kind: 'mixed' })
  expect(await request(page, 'ask.list', {})).toHaveLength(20)
  const cards = page.getByTestId('ask-card')
  expect(await cards.count()).toBeLessThan(12)
  await expect(page.getByRole('group', { name: 'Message from many' }).first()).toContainText(
    /Please fill in \d/,
  )
  expect(await longestTask()).toBeLessThan(MAX_TASK_MS)
})

const looks: [string, Forms][] = [
  ['a form of two hundred fields', { fields: 200, kind: 'mixed' }],
  ['a form of more fields than can be shown', { fields: 201, kind: 'mixed' }],
  ['a form with JSON fields', { fields: 3, kind: 'json' }],
  ['a question without fields', { fields: 0, message: 'Shall I go on with folder' }],
  ['a form whose words cannot break', { fields: 4, kind: 'unbreakable' }],
]

for (const [what, given] of looks)
  test(`${what} is laid out in every size and theme`, nightly(), async ({ gatehouse }) => {
    const { longestTask } = await askFor(gatehouse, given)
    expect(await longestTask()).toBeLessThan(MAX_TASK_MS)
    const name = `ask-${what.replaceAll(' ', '-')}`
    const card = gatehouse.page.getByTestId('ask-card')
    expect(await inspect(gatehouse, name, card.locator('fieldset, [role=group]').first())).toEqual(
      [],
    )
  })
