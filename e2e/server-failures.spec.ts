import { misbehavingServerCommand, type StdioCommand } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { request } from './support/routes.ts'
import {
  addServer,
  openServer,
  openServerTab,
  waitForServer,
  type ServerView,
} from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

function addFailing(
  page: Page,
  target: StdioCommand | { url: string },
  name: string,
): Promise<ServerView> {
  return addServer(page, target, { name, until: 'failed' })
}

function failureOf(page: Page) {
  return page.getByRole('region', { name: 'Overview' }).getByRole('alert')
}

test(
  'a command that does not exist fails with its cause and the places',
  nightly(
    'server.command-missing.cause',
    'server.command-missing.places',
    'server.command-missing.fixed',
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await addFailing(page, { command: 'gatehouse-no-such-program', args: [] }, 'missing')
    await openServer(page, 'missing')
    const failure = failureOf(page)
    await expect(failure).toContainText(
      'missing could not start: “gatehouse-no-such-program” was not found.',
    )
    proves('server.command-missing.cause')
    await failure.getByText(/^Looked in \d+ places?/).click()
    await expect(failure.getByText('/usr/bin', { exact: true })).toBeVisible()
    proves('server.command-missing.places')
    await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('textbox', { name: 'Command', exact: true })).toHaveValue(
      'gatehouse-no-such-program',
    )
    proves('server.command-missing.fixed')
  },
)

test('a server that exits at once fails with its last lines', async ({ gatehouse }) => {
  const { page } = gatehouse
  const stderr = 'Error: NOTES_TOKEN is not set\n    at main (index.js:3)'
  await addFailing(page, misbehavingServerCommand('exit-at-once', { exitCode: 3, stderr }), 'exits')
  await openServer(page, 'exits')
  await expect(failureOf(page)).toContainText('exits exited with code 3.')
  proves('server.exits.cause')
  await expect(failureOf(page)).toContainText('Error: NOTES_TOKEN is not set')
  await openServerTab(page, 'Logs')
  await expect(page.getByRole('log')).toContainText('at main (index.js:3)')
  proves('server.exits.lines')
})

/** Gives the next starts of a server this long, and starts it anew. */
async function startWithin(page: Page, { config }: ServerView, ms: number): Promise<void> {
  await openServer(page, config.name)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Stop', exact: true }).first().click()
  await waitForServer(page, config.id, 'stopped')
  const behaviour = { start: 'demand' as const, requestTimeoutMs: 60_000, startTimeoutMs: ms }
  await request(page, 'server.adjust', { id: config.id, behaviour })
  await main.getByRole('button', { name: 'Start', exact: true }).first().click()
}

test(
  'a server that prints garbage fails with its cause and its lines',
  nightly('server.garbage.cause'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const target = misbehavingServerCommand('only-garbage')
    const view = await addServer(page, target, { name: 'garbage', until: 'starting' })
    await startWithin(page, view, 2500)
    await expect(failureOf(page)).toContainText(
      'garbage printed something other than MCP messages.',
    )
    await expect(failureOf(page)).toContainText('usage: some-other-program [options]')
    await openServerTab(page, 'Logs')
    await expect(page.getByRole('log')).toContainText('unknown command: initialize')
    proves('server.garbage.cause')
  },
)

test(
  'garbage among right responses does not break the connection',
  nightly('server.garbage.mixed'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const view = await addServer(page, misbehavingServerCommand('garbage'), { name: 'noisy' })
    expect(
      (await request(page, 'server.tools', { id: view.config.id })).map(({ name }) => name),
    ).toEqual(['hello'])
    proves('server.garbage.mixed')
  },
)

test(
  'a server that never responds does not hold up the app, and times out',
  nightly('server.silent.step', 'server.silent.responsive', 'server.silent.ended'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const silent = await addServer(page, misbehavingServerCommand('silent'), {
      name: 'silent',
      until: 'starting',
    })
    await startWithin(page, silent, 4000)
    await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Negotiate protocol')
    proves('server.silent.step')

    // While it starts: another server comes up, sections change at once and the chat takes text.
    await addServer(page, misbehavingServerCommand('well-behaved'), { name: 'lively' })
    const median = await page.evaluate(async (id) => {
      const { bridge } = window as unknown as {
        bridge: { request(name: string, input: unknown): Promise<unknown> }
      }
      const times: number[] = []
      for (let round = 0; round < 21; round += 1) {
        const begun = performance.now()
        await bridge.request('server.logs', { id })
        await new Promise(requestAnimationFrame)
        times.push(performance.now() - begun)
      }
      // One round alone says how busy the machine is.
      return times.toSorted((a, b) => a - b)[10]
    }, silent.config.id)
    expect(median).toBeLessThan(500)
    await page.keyboard.press('Control+1')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await page.keyboard.type('still here')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('still here')
    proves('server.silent.responsive')

    await openServer(page, 'silent')
    await expect(failureOf(page)).toContainText('silent did not respond within 4 s.')
    proves('server.silent.ended')
  },
)

test(
  'an address that is not an MCP server fails in words',
  nightly('server.garbage.nobody'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await addFailing(page, { url: 'http://127.0.0.1:9/mcp' }, 'nobody')
    await openServer(page, 'nobody')
    await expect(failureOf(page)).toContainText('Could not reach nobody: its port is reserved')
    proves('server.garbage.nobody')
  },
)
