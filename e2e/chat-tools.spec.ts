import { join } from 'node:path'
import { fixtureServerCommand, type FakeStep } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { allowRow, chat, openCall } from './support/chat.ts'
import { connectScripted, requestTexts, modelApis } from './support/models/models.ts'
import { readEvents, scratch } from './support/scratch.ts'
import { addServer } from './support/servers.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

const callEcho = (text: string): FakeStep => ({
  text: 'I will ask the server.',
  toolCalls: [{ name: 'notes__echo', arguments: { text } }],
})

for (const api of modelApis) {
  test(
    `${api}: a tool runs when it is allowed, and its result reaches the model`,
    api === 'messages'
      ? nightly(`chat.stream.asks-${api}`, `chat.allow-once.runs-${api}`, 'chat.allow-once.again')
      : {},
    async ({ gatehouse }, testInfo) => {
      const { page } = gatehouse
      const eventsFile = join(scratch(testInfo), 'events')
      await addServer(page, fixtureServerCommand({ features: ['echo', 'add'], eventsFile }), {
        name: 'notes',
      })
      const endpoint = await connectScripted(page, api, [
        callEcho('line one\nline two ünïcödé 世界'),
        { text: 'The server said **line one**.' },
        {
          text: 'Asked again.',
          toolCalls: [{ name: 'notes__echo', arguments: { text: 'second' } }],
        },
        { text: 'Done.' },
      ])
      const open = chat(page)
      await open.send('What does the server say?')
      await expect(open.answers.first()).toContainText('I will ask the server.')
      const ask = open.approval('Echo')
      await expect(ask.card).toBeVisible()
      await expect(ask.card).toContainText('notes')
      await expect(ask.card).toContainText('Declared read-only')
      await expect(ask.card).toContainText('Step 1 (limit 20)')
      await expect(ask.arguments).toContainText('line one\nline two ünïcödé 世界', {
        useInnerText: true,
      })
      await ask.card.getByRole('button', { name: 'Show as raw JSON' }).click()
      await expect(ask.arguments).toContainText('"line one\\nline two ünïcödé 世界"')
      expect(readEvents(eventsFile)).toEqual([])
      expect(requestTexts(endpoint)).toHaveLength(1)
      expect(requestTexts(endpoint)[0]).toContain('notes__add')
      proves(`chat.stream.asks-${api}`)
      await expect(page.getByRole('button', { name: 'Activity, 1 waiting for you' })).toBeVisible()

      await ask.allowOnce()
      await expect(open.answers.last()).toContainText('The server said line one.')
      await expect(open.answers.last().locator('strong')).toHaveText('line one')
      await expect(open.calls).toHaveAttribute('data-status', 'done')
      await expect(open.calls).toContainText('Allowed once')
      expect(readEvents(eventsFile)).toEqual([
        {
          type: 'tool-called',
          tool: 'echo',
          arguments: { text: 'line one\nline two ünïcödé 世界' },
        },
      ])
      expect(requestTexts(endpoint)[1]).toContain('line one\\nline two ünïcödé 世界')
      proves(`chat.allow-once.runs-${api}`)
      await openCall(open.calls)
      await expect(open.calls.getByRole('group', { name: 'Arguments' })).toContainText('line one')
      await expect(page.getByRole('button', { name: 'Activity', exact: true })).toBeVisible()

      // Once is once: the same tool is asked about again.
      await open.send('Again.')
      // Until the card has the keys, Escape is the stop of the answer.
      const deny = open.approval('Echo').card.getByRole('button', { name: /^Deny/ })
      await expect(deny).toHaveAttribute('aria-keyshortcuts', 'Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('textbox', { name: /^Reason/ })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(open.answers.last()).toContainText('Done.')
      expect(readEvents(eventsFile)).toHaveLength(1)
      proves('chat.allow-once.again')
    },
  )
}

test('a grant covers the tool in its chat, and no other tool or chat', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const eventsFile = join(scratch(testInfo), 'events')
  await addServer(page, fixtureServerCommand({ features: ['echo', 'add'], eventsFile }), {
    name: 'notes',
  })
  await connectScripted(page, 'chat', [
    callEcho('first'),
    callEcho('second'),
    { toolCalls: [{ name: 'notes__add', arguments: { a: 1, b: 2 } }] },
    { text: 'All done.' },
    callEcho('in another chat'),
    { text: 'Done there.' },
  ])
  const open = chat(page)
  await open.send('Go.')
  await open.approval('Echo').allowInChat()
  // The second echo runs by itself, and another tool of the same server is asked about.
  await expect(open.approval('Add').card).toBeVisible()
  await expect(open.calls.nth(1)).toHaveAttribute('data-status', 'done')
  await expect(open.calls.nth(1)).toContainText('Allowed in this chat')
  proves('chat.allow-in-chat.next', 'chat.allow-in-chat.other-tool')
  await open.approval('Add').allowOnce()
  await expect(open.answers.last()).toContainText('All done.')
  expect(readEvents(eventsFile)).toHaveLength(3)

  await open.startNew()
  await open.send('Go here too.')
  await expect(open.approval('Echo').card).toBeVisible()
  expect(readEvents(eventsFile)).toHaveLength(3)
  proves('chat.allow-in-chat.other-chat')
  await open.approval('Echo').allowOnce()
  await expect(open.answers.last()).toContainText('Done there.')
})

test(
  'the server gets the edited arguments',
  nightly('chat.edit-arguments.sent', 'chat.edit-arguments.marked', 'chat.edit-arguments.model'),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const eventsFile = join(scratch(testInfo), 'events')
    await addServer(page, fixtureServerCommand({ features: ['write-note'], eventsFile }), {
      name: 'notes',
    })
    const endpoint = await connectScripted(page, 'messages', [
      {
        toolCalls: [
          { name: 'notes__write-note', arguments: { title: 'Plan', text: 'Delete everything' } },
        ],
      },
      { text: 'Written.' },
    ])
    const open = chat(page)
    await open.send('Write a note.')
    const ask = open.approval('Write note')
    await expect(ask.card).toContainText('Declared destructive')
    await ask.edit()
    const text = ask.card.getByRole('textbox', { name: 'text', exact: false }).last()
    await expect(text).toHaveValue('Delete everything')
    await text.fill('Keep everything')
    await expect(ask.card.locator('del, ins')).not.toHaveCount(0)
    await ask.card.getByRole('button', { name: 'Allow with changes' }).click()
    await expect(open.answers.last()).toContainText('Written.')
    expect(readEvents(eventsFile)).toEqual([
      {
        type: 'tool-called',
        tool: 'write-note',
        arguments: { title: 'Plan', text: 'Keep everything' },
      },
    ])
    await expect(open.calls).toContainText('edited')
    proves('chat.edit-arguments.sent', 'chat.edit-arguments.marked')
    expect(requestTexts(endpoint)[1]).toContain('Keep everything')
    expect(requestTexts(endpoint)[1]).toContain('changed the arguments')
    proves('chat.edit-arguments.model')
  },
)

for (const api of modelApis) {
  test(
    `${api}: a refused call does not reach the server, and the model receives the reason`,
    nightly(`chat.deny.unsent-${api}`, `chat.deny.reason-${api}`),
    async ({ gatehouse }, testInfo) => {
      const { page } = gatehouse
      const eventsFile = join(scratch(testInfo), 'events')
      await addServer(page, fixtureServerCommand({ features: ['echo'], eventsFile }), {
        name: 'notes',
      })
      const endpoint = await connectScripted(page, api, [
        callEcho('secret plan'),
        { text: 'I understand.' },
      ])
      const open = chat(page)
      await open.send('Go.')
      await open.approval('Echo').deny('Not on a Sunday.')
      await expect(open.answers.last()).toContainText('I understand.')
      await expect(open.calls).toHaveAttribute('data-status', 'denied')
      await expect(open.calls).toContainText('Not on a Sunday.')
      expect(readEvents(eventsFile)).toEqual([])
      proves(`chat.deny.unsent-${api}`)
      expect(requestTexts(endpoint)[1]).toContain('Not on a Sunday.')
      proves(`chat.deny.reason-${api}`)
    },
  )

  test(
    `${api}: calls of one step run side by side, and an error reaches the model`,
    nightly(
      'chat.parallel.asked',
      'chat.tool-error.shown',
      'chat.parallel.beside',
      'chat.parallel.results',
      'chat.tool-error.words',
    ),
    async ({ gatehouse }, testInfo) => {
      const { page } = gatehouse
      const eventsFile = join(scratch(testInfo), 'events')
      const features = ['echo', 'slow', 'fail'] as const
      await addServer(page, fixtureServerCommand({ features, eventsFile }), { name: 'notes' })
      const endpoint = await connectScripted(page, api, [
        {
          text: 'Three at once.',
          toolCalls: [
            { name: 'notes__slow', arguments: { steps: 600, stepMs: 100 }, id: 'call_slow' },
            { name: 'notes__fail', arguments: { message: 'The disk is full.' }, id: 'call_fail' },
            { name: 'notes__echo', arguments: { text: 'third' }, id: 'call_echo' },
          ],
        },
        { text: 'Two worked.' },
      ])
      const open = chat(page)
      await open.send('Go.')
      await expect(page.getByTestId('plan-row')).toHaveCount(3)
      await expect(page.getByRole('button', { name: 'Activity, 3 waiting for you' })).toBeVisible()
      proves('chat.parallel.asked')
      await allowRow(page, 'Slow')
      const slow = open.calls.nth(0)
      await expect(slow).toHaveAttribute('data-status', 'running')
      await allowRow(page, 'Fail')
      await allowRow(page, 'Echo')
      await expect(open.calls.nth(1)).toContainText('Tool error')
      await expect(open.calls.nth(1)).toContainText('The disk is full.')
      proves('chat.tool-error.shown')
      await expect(open.calls.nth(2)).toHaveAttribute('data-status', 'done')
      await expect(slow).toHaveAttribute('data-status', 'running')
      proves('chat.parallel.beside')
      await slow.getByRole('button', { name: 'Cancel' }).click()
      await expect(open.answers.last()).toContainText('Two worked.')
      // A notification, which the call does not wait for.
      await expect
        .poll(() => readEvents(eventsFile))
        .toContainEqual(expect.objectContaining({ type: 'cancel-seen', tool: 'slow' }))
      const sent = requestTexts(endpoint)[1] ?? ''
      for (const words of [
        'The disk is full.',
        'third',
        'call_slow',
        'call_fail',
        'call_echo',
        'cancelled',
      ]) {
        expect(sent).toContain(words)
      }
      proves('chat.parallel.results', 'chat.tool-error.words')
    },
  )
}
