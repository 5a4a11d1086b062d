import { join } from 'node:path'
import { fixtureServerCommand } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { chat } from './support/chat.ts'
import { connectScripted, requestTexts, modelApis } from './support/models/models.ts'
import { readEvents, scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

const longText = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ')

for (const api of modelApis) {
  test(
    `${api}: the answer is shown while it comes, and stops`,
    api === 'messages' ? nightly(`chat.stream.streams-${api}`, 'chat.stop.stream') : {},
    async ({ gatehouse }) => {
      const { page } = gatehouse
      const endpoint = await connectScripted(page, api, [
        { reasoning: 'Let me count.', text: longText, eventDelayMs: 60 },
        { text: 'Short and whole.' },
      ])
      const open = chat(page)
      await open.send('Count.')
      await expect(open.answers.first()).toContainText('word3')
      const answering = endpoint.requests.find(({ method }) => method === 'POST')
      expect(answering?.outcome).toBe('open')
      await expect(open.answers.first()).toHaveAttribute('data-status', 'streaming')
      const more = Number(
        /word(\d+)(?!.*word\d)/s.exec(await open.answers.first().innerText())?.[1],
      )
      await expect(open.answers.first()).toContainText(`word${more + 4}`)
      proves(`chat.stream.streams-${api}`)
      await open.stop.click()
      await expect(open.transcript).toContainText('You stopped this answer.')
      expect((await answering?.closed)?.outcome).toBe('closed-by-client')
      await expect(open.answers.first()).toContainText(`word${more + 4}`)
      await expect(open.answers.first()).not.toContainText('word399')
      proves('chat.stop.stream')

      await open.transcript.getByRole('button', { name: 'Retry' }).click()
      await expect(open.answers.last()).toContainText('Short and whole.')
      await expect(open.answers).toHaveCount(1)
      await expect(open.transcript.getByTestId('versions')).toHaveText('2 / 2')
      expect(requestTexts(endpoint)[1]).not.toContain('word3')
    },
  )
}

test(
  'a running call shows its progress and ends with Cancel',
  nightly('chat.progress.shown', 'chat.progress.cancelled'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const eventsFile = join(scratch(testInfo), 'events')
    await addServer(page, fixtureServerCommand({ features: ['slow'], eventsFile }), {
      name: 'notes',
    })
    const endpoint = await connectScripted(page, 'chat', [
      { toolCalls: [{ name: 'notes__slow', arguments: { steps: 1000, stepMs: 40 } }] },
      { text: 'Then without it.' },
    ])
    const open = chat(page)
    await open.send('Work.')
    await open.approval('Slow').allowOnce()
    const call = open.calls.first()
    const bar = call.getByRole('progressbar', { name: /slow.* is running$/i })
    await expect(call).toContainText(/Step \d+ of 1000/)
    const step = async () => Number(/Step (\d+) of/.exec(await call.innerText())?.[1])
    const before = await step()
    await expect.poll(step).toBeGreaterThan(before + 3)
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(0)
    proves('chat.progress.shown')
    await call.getByRole('button', { name: 'Cancel' }).click()
    await expect(call).toHaveAttribute('data-status', 'cancelled')
    await expect(open.answers.last()).toContainText('Then without it.')
    await expect
      .poll(() => readEvents(eventsFile).map(({ type }) => type))
      .toEqual(['tool-called', 'cancel-seen'])
    expect(requestTexts(endpoint)[1]).toMatch(/cancelled/i)
    proves('chat.progress.cancelled')
  },
)

test(
  'Stop cancels a running tool and withdraws a waiting ask',
  nightly('chat.stop.tool', 'chat.stop.asks'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const eventsFile = join(scratch(testInfo), 'events')
    await addServer(page, fixtureServerCommand({ features: ['slow', 'echo'], eventsFile }), {
      name: 'notes',
    })
    const endpoint = await connectScripted(page, 'chat', [
      {
        text: 'Two calls.',
        toolCalls: [
          { name: 'notes__slow', arguments: { steps: 1000, stepMs: 100 } },
          { name: 'notes__echo', arguments: { text: 'waits' } },
        ],
      },
      { text: 'Nobody asked for this.' },
    ])
    const open = chat(page)
    await open.send('Work.')
    await open.approval('Slow').allowOnce()
    await expect(open.calls.first()).toHaveAttribute('data-status', 'running')
    await expect(open.calls.first()).toContainText(/Step \d+ of/)
    await expect(open.approval('Echo').card).toBeVisible()
    await open.stop.click()
    await expect(open.transcript).toContainText('You stopped this answer.')
    await expect(open.calls.nth(0)).toHaveAttribute('data-status', 'cancelled')
    await expect(open.calls.nth(1)).toHaveAttribute('data-status', 'cancelled')
    await expect(page.getByTestId('approval-card')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Activity', exact: true })).toBeVisible()
    await expect
      .poll(() => readEvents(eventsFile).map(({ type }) => type))
      .toEqual(['tool-called', 'cancel-seen'])
    expect(requestTexts(endpoint)).toHaveLength(1)
    proves('chat.stop.tool', 'chat.stop.asks')
    await expect(open.composer).toBeEditable()
  },
)

test(
  'an ask is answered in Activity and kept in its history',
  nightly('chat.allow-once.inbox'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const eventsFile = join(scratch(testInfo), 'events')
    await addServer(page, fixtureServerCommand({ features: ['echo'], eventsFile }), {
      name: 'notes',
    })
    await connectScripted(page, 'chat', [
      { toolCalls: [{ name: 'notes__echo', arguments: { text: 'from the inbox' } }] },
      { text: 'Answered.' },
    ])
    const open = chat(page)
    await open.send('Title of this chat')
    await expect(open.approval('Echo').card).toBeVisible()
    await page.keyboard.press('Control+3')
    const ask = open.approval('Echo')
    await expect(ask.arguments).toContainText('from the inbox')
    await expect(ask.card).toContainText('Title of this chat')
    await ask.allowOnce()
    const activity = page.getByRole('navigation', { name: 'Activity' })
    await expect(activity.getByRole('button', { name: /Echo.*notes · allowed once/ })).toBeVisible()
    await page.keyboard.press('Control+1')
    await expect(open.answers.last()).toContainText('Answered.')
    expect(readEvents(eventsFile)).toHaveLength(1)
    proves('chat.allow-once.inbox')
  },
)
