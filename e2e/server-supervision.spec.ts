import {
  fixtureServerCommand,
  handwrittenServerCommand,
  startFixtureHttpServer,
} from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { request } from './support/routes.ts'
import {
  addServer,
  openServer,
  openServerTab,
  waitForServer,
  type ServerView,
} from './support/servers.ts'
import { runTool } from './support/tool-runs.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

/** As when the computer wakes. */
async function wake(gatehouse: Gatehouse): Promise<void> {
  await gatehouse.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
}

function pidOf({ connection }: ServerView): number {
  const pid = connection.status === 'ready' ? connection.info.pid : undefined
  if (pid === undefined) throw new Error('The server has no process.')
  return pid
}

async function methods(page: Page, id: string): Promise<string[]> {
  const frames = await request(page, 'server.frames', { id })
  return frames.flatMap(({ kind, method }) => (kind === 'request' && method ? [method] : []))
}

test(
  'a server that hangs after sleep is not shown as ready, and one that responds again is',
  nightly('server.health.doubted', 'server.health.responds', 'server.health.replaced'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const view = await addServer(page, fixtureServerCommand({ features: ['echo'] }), {
      name: 'notes',
    })
    await openServer(page, 'notes')
    await expect(page.getByText(/^Ready · /)).toBeVisible()
    const pid = pidOf(view)
    process.kill(pid, 'SIGSTOP')
    await wake(gatehouse)
    await expect(page.getByText(/^Not responding since \d/)).toBeVisible()
    await expect(page.getByText(/^Ready · /)).toBeHidden()
    const row = page
      .getByRole('navigation', { name: 'Servers' })
      .getByRole('button', { name: 'notes' })
    await expect(row).toContainText('Not responding')
    proves('server.health.doubted')
    process.kill(pid, 'SIGCONT')
    await expect(page.getByText(/^Ready · /)).toBeVisible()
    await expect(row).not.toContainText('Not responding')
    proves('server.health.responds')

    process.kill(pid, 'SIGSTOP')
    await wake(gatehouse)
    const next = async () => {
      const [only] = await request(page, 'server.list', {})
      return only?.connection.status === 'ready' ? pidOf(only) : pid
    }
    await expect.poll(next, { timeout: 25_000 }).not.toBe(pid)
    proves('server.health.replaced')
  },
)

test(
  'a URL that is gone after sleep is shown as failed',
  nightly('server.health.url'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const server = await startFixtureHttpServer({ era: 'legacy', features: ['echo'] })
    const { config } = await addServer(page, { url: server.url }, { name: 'web' })
    await server.close()
    await wake(gatehouse)
    await waitForServer(page, config.id, 'failed')
    proves('server.health.url')
  },
)

test(
  'time limits and the log level change without a new start, and hold at once',
  nightly('server.adjust.checked', 'server.adjust.kept'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const view = await addServer(page, fixtureServerCommand(), { name: 'notes' })
    await openServer(page, 'notes')
    await openServerTab(page, 'Settings')
    const form = page.getByRole('form', { name: 'While running' })
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    const silence = form.getByRole('textbox', { name: 'Request timeout (seconds)' })
    await silence.fill('0')
    await expect(form.getByText('Enter 1 to 3,600 seconds.')).toBeVisible()
    proves('server.adjust.checked')
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await silence.fill('7')
    await form.getByRole('combobox', { name: 'Add a tool…' }).click()
    await page.getByRole('option', { name: 'Slow', exact: true }).click()
    await form
      .getByRole('textbox', { name: 'Maximum call duration for slow (seconds)' })
      .fill('900')
    await form.getByRole('combobox', { name: 'Log level requested from the server' }).click()
    await page.getByRole('option', { name: 'Warnings and above' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved notes.')).toBeVisible()
    const [after] = await request(page, 'server.list', {})
    expect(after?.config).toMatchObject({
      requestTimeoutMs: 7000,
      toolTimeouts: [{ tool: 'slow', totalTimeoutMs: 900_000 }],
      logLevel: 'warning',
    })
    expect(after && pidOf(after)).toBe(pidOf(view))
    proves('server.adjust.kept')
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    expect(gatehouse.problems).toEqual([])
  },
)

test(
  'changed limits, start and log level hold for the next call of the same process',
  nightly(
    'server.adjust.start',
    'server.adjust.level',
    'server.adjust.silence',
    'server.adjust.total',
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const target = handwrittenServerCommand({ era: 'legacy' })
    const { config } = await addServer(page, target, { name: 'limits', protocol: 'legacy' })
    const { id } = config
    const behaviour = {
      start: 'demand' as const,
      requestTimeoutMs: 1000,
      toolTimeouts: [{ tool: 'progress', totalTimeoutMs: 2000 }],
      logLevel: 'error' as const,
    }
    const adjusted = await request(page, 'server.adjust', { id, behaviour })
    expect(adjusted.config).toMatchObject(behaviour)
    proves('server.adjust.start')
    const level = async () => {
      const frames = await request(page, 'server.frames', { id })
      // Its response is recorded under the same method.
      const last = frames.findLast(
        ({ kind, method }) => kind === 'request' && method === 'logging/setLevel',
      )
      return (last?.message as { params?: { level?: string } } | undefined)?.params?.level
    }
    await expect.poll(level).toBe('error')
    proves('server.adjust.level')
    /** Milliseconds until a call ended that gives no result. */
    const endOf = async (toolName: string, given: Record<string, number | number[]>) => {
      const call = await runTool(page, { serverId: id, toolName, arguments: given })
      expect([toolName, call.result, call.error]).toEqual([toolName, undefined, expect.any(String)])
      return (call.endedAt ?? Infinity) - (call.startedAt ?? 0)
    }
    expect(await endOf('wait', { ms: 60_000 })).toBeLessThan(9000)
    proves('server.adjust.silence')
    const ticks = Array.from({ length: 300 }, (_, index) => index)
    const tookMs = await endOf('progress', { ticks, everyMs: 300 })
    expect(tookMs).toBeGreaterThanOrEqual(1900)
    expect(tookMs).toBeLessThan(9000)
    proves('server.adjust.total')
    const [after] = await request(page, 'server.list', {})
    expect(after?.connection.status).toBe('ready')
  },
)

test(
  'a request that hangs is shown and can be cancelled',
  nightly('server.running.shown', 'server.running.cancelled', 'server.running.notified'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const view = await addServer(page, fixtureServerCommand({ era: 'legacy' }), { name: 'notes' })
    await openServer(page, 'notes')
    await openServerTab(page, 'Prompts')
    const prompt = page.getByRole('region', { name: 'Daily note' })
    await page.getByRole('button', { name: 'Daily note' }).click()
    process.kill(pidOf(view), 'SIGSTOP')
    await prompt.getByRole('button', { name: 'Preview' }).click()
    const note = prompt.getByRole('status')
    await expect(note.getByRole('progressbar')).toBeVisible()
    proves('server.running.shown')
    await note.getByRole('button', { name: 'Cancel' }).click()
    await expect(prompt.getByRole('alert')).toContainText(/cancelled/i)
    await expect(note).toBeHidden()
    proves('server.running.cancelled')
    process.kill(pidOf(view), 'SIGCONT')
    const sent = async () => {
      const frames = await request(page, 'server.frames', { id: view.config.id })
      return frames.some(({ method }) => method === 'notifications/cancelled')
    }
    await expect.poll(sent).toBe(true)
    proves('server.running.notified')
  },
)

/** The address of every subscription that the server was sent, as one text each. */
async function subscriptions(page: Page, id: string): Promise<string[]> {
  const frames = await request(page, 'server.frames', { id })
  return frames.flatMap(({ kind, direction, method, message }) => {
    const isOne = method === 'resources/subscribe' || method === 'subscriptions/listen'
    const [uri] = /protocol:[^"]+/.exec(JSON.stringify(message)) ?? []
    return kind === 'request' && direction === 'out' && isOne && uri !== undefined ? [uri] : []
  })
}

for (const era of ['legacy', 'modern'] as const) {
  test(
    `reading a resource of a ${era} server only reads it; following it is an act of its own`,
    nightly('server.watch.unasked', 'server.watch.watched', 'server.watch.ended'),
    async ({ gatehouse }) => {
      const { page } = gatehouse
      const { config } = await addServer(page, handwrittenServerCommand({ era }), { name: 'notes' })
      await openServer(page, 'notes')
      await openServerTab(page, 'Resources')
      const rows = page.getByRole('navigation', { name: 'Resources' })
      await rows.getByRole('button', { name: 'Note 3', exact: true }).click()
      const note = page.getByRole('region', { name: 'Note 3' })
      const follow = note.getByRole('switch', { name: 'Follow changes' })
      await note.getByRole('button', { name: 'Read', exact: true }).click()
      await expect(note.getByRole('group', { name: 'Contents' })).toContainText(
        '# protocol://note/3',
      )
      await note.getByRole('button', { name: 'Read again' }).click()
      await expect.poll(() => methods(page, config.id)).toContain('resources/read')
      // What would be sent because of a reading would be sent right after it.
      await page.waitForTimeout(500)
      expect(await subscriptions(page, config.id)).toEqual([])
      await expect(follow).not.toBeChecked()
      proves('server.watch.unasked')

      await follow.click()
      await expect.poll(() => subscriptions(page, config.id)).toEqual(['protocol://note/3'])
      await expect(follow).toBeChecked()
      await expect(rows.getByRole('button', { name: /Note 3\b.*following/ })).toBeVisible()
      proves('server.watch.watched')
      await follow.click()
      const ends = era === 'legacy' ? 'resources/unsubscribe' : 'notifications/cancelled'
      const sent = async () =>
        (await request(page, 'server.frames', { id: config.id })).map(({ method }) => method)
      await expect.poll(sent).toContain(ends)
      await expect(follow).not.toBeChecked()
      proves('server.watch.ended')
    },
  )
}

test(
  'a request is found among others, leads to its response, and shows no secret',
  nightly('server.traffic.filtered', 'server.traffic.paired', 'server.traffic.clean'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const server = await startFixtureHttpServer({ era: 'legacy' })
    const view = await addServer(page, { url: `${server.url}?token=in-the-query` }, { name: 'web' })
    const { id } = view.config
    await openServer(page, 'web')
    await openServerTab(page, 'Traffic')
    const panel = page.getByRole('tabpanel', { name: 'Traffic' })
    await panel.getByRole('combobox', { name: 'Method' }).click()
    await page.getByRole('option', { name: 'tools/list' }).click()
    await panel.getByRole('combobox', { name: 'Direction' }).click()
    await page.getByRole('option', { name: 'Sent' }).click()
    const rows = panel.getByRole('button', { name: 'tools/list' })
    await expect(rows).toHaveCount(1)
    proves('server.traffic.filtered')
    await rows.click()
    await expect(panel.getByText(/^HTTP POST · 127\.0\.0\.1/)).toBeVisible()
    await panel.getByRole('button', { name: 'Show response' }).click()
    await expect(panel.getByText(/^HTTP POST 200 · /)).toBeVisible()
    proves('server.traffic.paired')
    await expect(panel.getByText(/in-the-query/)).toHaveCount(0)
    const frames = JSON.stringify(await request(page, 'server.frames', { id }))
    expect(frames).not.toContain('in-the-query')
    proves('server.traffic.clean')
    expect(gatehouse.problems).toEqual([])
    await server.close()
  },
)
