import { withDisplayHash, serverEverythingPath, startTaskServer } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { resumeAfterCrash } from './support/safe-start.ts'
import { chat, openCall } from './support/chat.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { addServer, openServer, openServerTab } from './support/servers.ts'
import { allowNext } from './support/tool-runs.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

test(
  'a tool that only runs as a task gives its result, and its question reaches the person',
  nightly('chat.task.shown', 'chat.task.asked', 'chat.task.result'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const target = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }
    const { config } = await addServer(page, target, { name: 'everything' })
    const open = chat(page)
    const [latest] = await request(page, 'chat.list', {})
    await request(page, 'chat.run-tool', {
      id: latest?.id ?? '',
      serverId: config.id,
      toolName: 'simulate-research-query',
      arguments: { topic: 'python', ambiguous: true },
    })
    await allowNext(page)
    await expect(open.calls).toContainText('Running as a task on the server, checked every 1 s.')
    proves('chat.task.shown')
    const card = page.locator('[data-testid="ask-card"][data-kind="elicitation"]')
    await expect(card).toContainText('multiple interpretations')
    await expect(open.calls).toContainText('The task is waiting for your answer')
    proves('chat.task.asked')
    const [ask] = await request(page, 'ask.list', {})
    if (!ask) throw new Error('Nothing waits.')
    const content = { interpretation: 'snake' }
    const answer = { kind: 'elicitation', answer: { action: 'accept', content } } as const
    await request(page, 'ask.answer', { id: ask.id, answer: withDisplayHash(ask, answer) })
    await expect(open.calls).toHaveAttribute('data-status', 'done', { timeout: 20_000 })
    await openCall(open.calls)
    await expect(open.calls).toContainText('Research Report: python (snake)')
    proves('chat.task.result')
  },
)

test(
  'after kill -9 a task that goes on at its server is found again, and can be cancelled',
  nightly('restart.task.running', 'restart.task.result', 'restart.task.cancelled'),
  async ({ gatehouse }) => {
    const server = await startTaskServer({ era: 'modern' })
    try {
      await addServer(gatehouse.page, { url: server.url }, { name: 'lab' })
      const endpoint = await connectScripted(gatehouse.page, 'chat', [
        {
          text: 'First the long work.',
          toolCalls: [{ name: 'lab__forever', arguments: {} }],
        },
        { text: 'It is all there.' },
        { toolCalls: [{ name: 'lab__forever', arguments: {} }] },
      ])
      const before = chat(gatehouse.page)
      await before.send('Do the work')
      await before.approval('forever').allowOnce()
      await expect(before.calls).toContainText('Running as a task on the server')
      await gatehouse.kill9()
      await gatehouse.restart()
      await resumeAfterCrash(gatehouse.page)

      const { page } = gatehouse
      const open = chat(page)
      await page
        .getByRole('navigation', { name: 'Chats' })
        .getByRole('button', { name: /^Do the work/ })
        .click()
      await expect(open.transcript).toContainText('This answer was interrupted.')
      await expect(open.calls).toHaveAttribute('data-status', 'running')
      await expect(open.calls).toContainText('Under way…')
      const picked = () => server.requests.filter(({ method }) => method === 'tools/call').length
      expect(picked()).toBe(1)
      proves('restart.task.running')

      server.finish()
      await expect(open.calls).toHaveAttribute('data-status', 'done')
      await openCall(open.calls)
      await expect(open.calls).toContainText('The task of forever is done.')
      await open.transcript.getByRole('button', { name: 'Continue' }).click()
      await expect(open.answers.last()).toContainText('It is all there.')
      expect(endpoint.requests.at(-1)?.rawBody).toContain('The task of forever is done.')
      expect(picked()).toBe(1)
      proves('restart.task.result')

      await open.send('Once more')
      await open.approval('forever').allowOnce()
      await expect(open.calls.last()).toContainText('Running as a task on the server')
      await openServer(page, 'lab')
      await openServerTab(page, 'Tasks')
      const list = page.getByRole('list', { name: 'Tasks' })
      await expect(list.getByRole('listitem')).toHaveCount(2)
      await list.getByRole('button', { name: 'Cancel the task forever' }).click()
      await expect(list.getByRole('listitem').first()).toContainText('Cancelled')
      await list.getByRole('button', { name: 'Open chat with forever' }).first().click()
      await expect(open.calls.last()).toHaveAttribute('data-status', 'cancelled')
      await openCall(open.calls.last())
      await expect(open.calls.last()).toContainText('You cancelled this call; lab was notified.')
      expect(server.requests.map(({ method }) => method)).toContain('tasks/cancel')
      proves('restart.task.cancelled')
    } finally {
      await server.close()
    }
  },
)
