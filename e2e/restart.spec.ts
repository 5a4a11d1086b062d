import { join } from 'node:path'
import { fixtureServerCommand, waitUntilGone, readPidFile } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { chat } from './support/chat.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { resumeAfterCrash } from './support/safe-start.ts'
import { readEvents, scratch } from './support/scratch.ts'
import { addServer, openServer, waitForServer } from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

test.use({ ownApp: true })

const longText = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ')

test(
  'servers, chats, models and drafts are there after a restart',
  nightly('restart.kept.drafts', 'restart.kept.chats', 'restart.kept.servers'),
  async ({ gatehouse }) => {
    await addServer(gatehouse.page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
    const endpoint = await connectScripted(gatehouse.page, 'messages', [
      { text: 'An **answer** to keep.' },
      { text: 'After the restart.' },
    ])
    await chat(gatehouse.page).send('Keep this question')
    await expect(chat(gatehouse.page).answers).toContainText('An answer to keep.')
    await chat(gatehouse.page).composer.fill('half a thought\non two lines')
    await chat(gatehouse.page).startNew()
    await chat(gatehouse.page).composer.fill('draft of the second chat')
    await gatehouse.restart()

    const { page } = gatehouse
    const open = chat(page)
    await expect(open.composer).toHaveValue('draft of the second chat')
    await page
      .getByRole('navigation', { name: 'Chats' })
      .getByRole('button', { name: /^Keep this question/ })
      .click()
    await expect(open.answers).toContainText('An answer to keep.')
    await expect(open.composer).toHaveValue('half a thought\non two lines')
    proves('restart.kept.drafts')
    await open.composer.press('Enter')
    await expect(open.answers.last()).toContainText('After the restart.')
    expect(endpoint.requests.at(-1)?.rawBody).toContain('Keep this question')
    proves('restart.kept.chats')
    await openServer(page, 'notes')
    await expect(page.getByText(/^Ready · /)).toBeVisible()
    proves('restart.kept.servers')
  },
)

for (const end of ['quit', 'kill9'] as const) {
  test(
    `after ${end} a running answer is kept and marked as cut off`,
    end === 'kill9'
      ? {}
      : nightly(
          `restart.interrupted.text-${end}`,
          `restart.interrupted.call-${end}`,
          `restart.interrupted.retry-${end}`,
        ),
    async ({ gatehouse }, testInfo) => {
      const eventsFile = join(scratch(testInfo), 'events')
      const pidFile = join(scratch(testInfo), 'pid')
      await addServer(
        gatehouse.page,
        fixtureServerCommand({ features: ['slow'], eventsFile, pidFile }),
        { name: 'notes' },
      )
      const endpoint = await connectScripted(gatehouse.page, 'chat', [
        {
          text: 'First the tool.',
          toolCalls: [{ name: 'notes__slow', arguments: { steps: 1000, stepMs: 100 } }],
        },
        { text: longText, eventDelayMs: 50 },
        { text: 'Whole this time.' },
      ])
      const before = chat(gatehouse.page)
      // One chat whose model is answering, another one whose tool is running.
      await before.send('Run the tool')
      await before.approval('Slow').allowOnce()
      await expect(before.calls).toContainText(/Step \d+ of/)
      await before.startNew()
      await before.send('Count for me')
      // What is shown is on disk a moment later; what is asked for below was shown long before.
      await expect(before.answers).toContainText('word40')
      const pid = await readPidFile(pidFile)
      await gatehouse[end]()
      await waitUntilGone([pid], 5000)
      await gatehouse.restart()
      if (end === 'kill9') await resumeAfterCrash(gatehouse.page)

      const { page } = gatehouse
      const open = chat(page)
      const row = (title: string) =>
        page
          .getByRole('navigation', { name: 'Chats' })
          .locator('[data-list-row]', { hasText: title })
      await row('Count for me').click()
      await expect(open.answers).toContainText('word5')
      await expect(open.transcript).toContainText('This answer was interrupted.')
      await expect(open.stop).toHaveCount(0)
      proves(`restart.interrupted.text-${end}`)
      await row('Run the tool').click()
      await expect(open.calls).toHaveAttribute('data-status', 'unknown')
      await expect(open.transcript).toContainText('First the tool.')
      await expect(open.transcript).toContainText('This answer was interrupted.')
      expect(await request(page, 'ask.list', {})).toEqual([])
      proves(`restart.interrupted.call-${end}`)

      await row('Count for me').click()
      await open.transcript.getByRole('button', { name: 'Retry' }).click()
      await expect(open.answers.last()).toContainText('Whole this time.')
      expect(endpoint.requests.at(-1)?.rawBody).not.toContain('word5')
      proves(`restart.interrupted.retry-${end}`)
    },
  )
}

test(
  'a reloaded window has its ask and its running answer again',
  nightly('window.reload.ask', 'window.reload.turn'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const eventsFile = join(scratch(testInfo), 'events')
    const view = await addServer(page, fixtureServerCommand({ features: ['echo'], eventsFile }), {
      name: 'notes',
    })
    await connectScripted(page, 'chat', [
      { toolCalls: [{ name: 'notes__echo', arguments: { text: 'after the reload' } }] },
      { text: longText, eventDelayMs: 30 },
    ])
    const open = chat(page)
    await open.send('Go.')
    await expect(open.approval('Echo').card).toBeVisible()
    await page.reload()
    await expect(open.approval('Echo').arguments).toContainText('after the reload')
    await open.approval('Echo').allowOnce()
    await expect(open.answers.last()).toContainText('word20')
    expect(readEvents(eventsFile)).toHaveLength(1)
    proves('window.reload.ask')
    await page.reload()
    await expect(open.answers.last()).toContainText('word0 word1 word2')
    await expect(open.answers.last()).toHaveAttribute('data-status', 'streaming')
    await expect(open.answers.last()).toHaveAttribute('data-status', 'complete')
    expect(await open.answers.last().innerText()).toContain(longText)
    proves('window.reload.turn')
    await waitForServer(page, view.config.id, 'ready')
  },
)
