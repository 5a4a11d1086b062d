import {
  displayHashOfCall,
  withDisplayHash,
  fixtureServerCommand,
  startFakeModelEndpoint,
  startFixtureHttpServer,
} from '@gatehouse/testkit'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startForeignServer } from './foreign-server.ts'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { chat } from './support/chat.ts'
import { allow, cancel, consentText, consentWindow, openConsentWindow } from './support/consent.ts'
import { connectScripted, KEY } from './support/models/models.ts'
import {
  callFromPage,
  planted,
  refusal,
  untilPressesAreStale,
  type PageScriptResult,
} from './support/page-script.ts'
import { request } from './support/routes.ts'
import { readEvents, scratch } from './support/scratch.ts'
import { addServer, waitForServer } from './support/servers.ts'

test.use({ ownApp: true })

/**
 * @threat consent.run-command
 * @attacker page
 * @tries Has a program of its choice added and started by calling main’s routes by itself.
 * @stoppedBy What would run is shown and saved by main after consent in a window of its own; the page can only propose,
 * and only right after a real press.
 */
test('page script cannot start a program, however it calls main', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const pidFile = join(scratch(testInfo), 'pid')
  const draft = planted(fixtureServerCommand({ pidFile }))
  await untilPressesAreStale(page)
  for (const route of ['server.review', 'server.save', 'import.review', 'import.save']) {
    const { error } = await callFromPage(page, route, { ...draft, reviewId: 'x', start: true })
    expect(error?.code).toBe('ipc/unknown-route')
  }
  const forged = await callFromPage(page, 'server.propose', draft)
  expect(forged.error?.code).toBe('app/not-by-person')
  // Events that script makes are none.
  await page.evaluate(() => {
    for (const type of ['mousedown', 'mouseup', 'click', 'pointerdown'])
      document.body.dispatchEvent(new MouseEvent(type, { bubbles: true }))
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    document.querySelector('button')?.focus()
  })
  const synthetic = await callFromPage(page, 'server.propose', draft)
  expect(synthetic.error?.code).toBe('app/not-by-person')
  expect(openConsentWindow(page)).toBeUndefined()

  // It may ride on a press of the person, but then all it can do is to show what it wants.
  const piggybacked = request(page, 'server.propose', draft as never)
  const window = await consentWindow(page)
  await expect(consentText(window)).toContainText(pidFile)
  await page.evaluate(() => {
    for (const button of document.querySelectorAll('button')) button.click()
  })
  await cancel(page)
  expect(await piggybacked).toEqual({ outcome: 'cancelled' })
  expect(await request(page, 'server.list', {})).toEqual([])
  expect(existsSync(pidFile)).toBe(false)
})

/**
 * @threat consent.pile-up
 * @attacker page
 * @tries Opens consent windows without end until the person allows one to be rid of them.
 * @stoppedBy Each needs a real press in the app’s window; one is shown, three wait, the rest is refused.
 */
test('page script cannot pile consents up', nightly(), async ({ gatehouse }) => {
  const { page } = gatehouse
  await page.keyboard.press('Shift')
  const answers = page.evaluate(async () => {
    const { bridge } = window as unknown as {
      bridge: { request(name: string, input: unknown): Promise<PageScriptResult> }
    }
    const propose = (number: number) =>
      bridge.request('server.propose', {
        name: `number ${number}`,
        transport: { kind: 'stdio', command: 'node', args: [], env: [] },
      })
    const all = await Promise.all(Array.from({ length: 30 }, (_, index) => propose(index)))
    return all.map(({ error, data }) => error?.code ?? data?.outcome)
  })
  for (let round = 0; round < 4; round += 1) {
    const window = await consentWindow(page)
    await expect(consentText(window)).toContainText(/number \d/)
    await cancel(page)
  }
  const outcomes = await answers
  expect(outcomes.filter((outcome) => outcome === 'cancelled')).toHaveLength(4)
  expect(outcomes.filter((outcome) => outcome === 'consent/too-many')).toHaveLength(26)
  expect(openConsentWindow(page)).toBeUndefined()
})

/**
 * @threat consent.new-receiver
 * @attacker page
 * @tries Sends a typed key or chats to an address of its choice by testing, adding or changing a provider.
 * @stoppedBy Every origin to which chats or a first key would go is consented to in the window of main’s own.
 */
test(
  'page script cannot send chats or a key to a new address',
  nightly(),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const foreign = await startForeignServer()
    try {
      const draft = {
        kind: 'openai-compatible',
        name: 'mine',
        baseUrl: `${foreign.url}/v1`,
        key: KEY,
      }
      const models = [{ id: 'm' }]
      await untilPressesAreStale(page)
      const forged = await callFromPage(page, 'provider.test', draft)
      expect(forged.error?.code).toBe('app/not-by-person')
      const piggybacked = refusal(request(page, 'provider.test', draft as never))
      const window = await consentWindow(page)
      await expect(consentText(window)).toContainText(foreign.url)
      await expect(consentText(window)).not.toContainText(KEY)
      await cancel(page)
      expect(await piggybacked).toContain('provider/not-allowed')
      const saving = refusal(request(page, 'provider.save', { draft, models } as never))
      await cancel(page)
      expect(await saving).toContain('provider/not-allowed')
      expect(await request(page, 'provider.list', {})).toEqual([])
      expect(foreign.requests).toEqual([])

      // A provider that is there cannot be pointed elsewhere either, with or without a key.
      const endpoint = await startFakeModelEndpoint({ key: KEY })
      const good = { ...draft, baseUrl: `${endpoint.url}/v1` }
      const added = request(page, 'provider.save', { draft: good, models } as never)
      await allow(page)
      const { id } = await added
      const elsewhere = { draft: { ...good, id, baseUrl: draft.baseUrl }, models }
      const moved = refusal(request(page, 'provider.save', elsewhere as never))
      await expect(consentText(await consentWindow(page))).toContainText(endpoint.url)
      await cancel(page)
      expect(await moved).toContain('provider/not-allowed')
      expect(foreign.requests).toEqual([])
    } finally {
      foreign.close()
    }
  },
)

/**
 * @threat consent.redirect-server
 * @attacker page
 * @tries Changes the address or command of a server whose secret is kept.
 * @stoppedBy A changed launch is consented to, with what changes named.
 */
test(
  'page script cannot point a server with its secret at another address',
  nightly(),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const foreign = await startForeignServer()
    const server = await startFixtureHttpServer({ era: 'legacy', features: ['echo'] })
    try {
      const { config } = await addServer(page, { url: server.url }, { name: 'far' })
      await untilPressesAreStale(page)
      const draft = {
        id: config.id,
        name: 'far',
        transport: {
          kind: 'http',
          url: foreign.url,
          headers: [{ name: 'Authorization', value: null, secret: true }],
        },
      }
      const forged = await callFromPage(page, 'server.propose', draft)
      expect(forged.error?.code).toBe('app/not-by-person')
      const piggybacked = request(page, 'server.propose', draft as never)
      const window = await consentWindow(page)
      await expect(consentText(window)).toContainText('Changes')
      await expect(consentText(window)).toContainText(foreign.url)
      await cancel(page)
      expect(await piggybacked).toEqual({ outcome: 'cancelled' })
      expect(foreign.requests).toEqual([])
    } finally {
      foreign.close()
      await server.close()
    }
  },
)

/**
 * @threat consent.answer-ask
 * @attacker page
 * @tries Approves tool calls, sampling or forms by itself, or many with one press of the person.
 * @stoppedBy An answer counts only right after a real press in the window in front that began 500 ms after the ask
 * came; no press answers two; a standing permission is consented to outside of the page.
 * @remains Script in the page can ride on a press that was meant for something else to answer one ask once.
 */
test('page script cannot answer an ask, and no press answers two', async ({
  gatehouse,
}, testInfo) => {
  const { page } = gatehouse
  const eventsFile = join(scratch(testInfo), 'events')
  await addServer(page, fixtureServerCommand({ features: ['echo'], eventsFile }), { name: 'notes' })
  const call = (text: string) => ({ name: 'notes__echo', arguments: { text } })
  const endpoint = await connectScripted(page, 'chat', [
    { text: 'Twice.', toolCalls: [call('one'), call('two')] },
    { text: 'Done.' },
  ])
  try {
    const open = chat(page)
    await open.send('Go')
    await expect.poll(async () => (await request(page, 'ask.list', {})).length).toBe(2)
    const [one, two] = await request(page, 'ask.list', {})
    if (!one || !two) throw new Error('Nothing waits.')
    const code = async (id: string, ask = one) => {
      const answer = withDisplayHash(ask, { kind: 'tool-approval', decision: 'allow-once' })
      return (await callFromPage(page, 'ask.answer', { id, answer })).error?.code
    }
    await untilPressesAreStale(page)
    expect(await code(one.id)).toBe('ask/not-by-person')
    // With a press, but one that came before the question was half a second old, or that was used.
    await page.keyboard.press('Shift')
    expect(await code('another')).toBe('ask/not-by-person')
    expect(await code(one.id)).toBeUndefined()
    expect(await code(two.id, two)).toBe('ask/not-by-person')
    await expect.poll(() => readEvents(eventsFile)).toHaveLength(1)

    // What is to last longer is asked about where the page cannot answer.
    const standing = request(page, 'ask.answer', {
      id: two.id,
      answer: withDisplayHash(two, { kind: 'tool-approval', decision: 'allow-always' }),
    })
    const window = await consentWindow(page)
    await expect(consentText(window)).toContainText('echo')
    await cancel(page)
    expect(await standing).toEqual({ outcome: 'cancelled' })
    expect((await request(page, 'ask.list', {})).map(({ id }) => id)).toEqual([two.id])
    await page.waitForTimeout(600)
    await open.approval('Echo').allowInChat()
    await expect(open.answers.last()).toContainText('Done.')
    expect(readEvents(eventsFile)).toHaveLength(2)
  } finally {
    await endpoint.close()
  }
})

/**
 * @threat consent.act-for-person
 * @attacker page
 * @tries Sends messages, runs tools, starts servers, sends words of its choice to a server, shares folders or opens
 * links by itself.
 * @stoppedBy These routes act only right after a real press in the window in front, each by one of its own, and leave a
 * row in Activity; lists of a server are read only while it runs.
 * @remains Script in the page can ride on one press to send what the page shows once to a model or server that the
 * person connected.
 */
test('page script cannot act for the person: send, run, start, share or open', async ({
  gatehouse,
}) => {
  const { page, app } = gatehouse
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = (url) => Promise.resolve(void opened.push(url))
  })
  const { config } = await addServer(page, fixtureServerCommand({ features: ['echo'] }), {
    name: 'notes',
  })
  const stopped = await addServer(page, fixtureServerCommand({ features: ['echo'] }), {
    name: 'stopped',
  })
  await request(page, 'server.stop', { id: stopped.config.id })
  await waitForServer(page, stopped.config.id, 'stopped')
  const [latest] = await request(page, 'chat.list', {})
  const { id } = latest ?? (await request(page, 'chat.create', {}))
  const workspace = await request(page, 'workspace.create', { name: 'Mine' })
  await untilPressesAreStale(page)
  const serverId = config.id
  for (const [route, input] of [
    ['chat.send', { id, text: 'Tell them everything' }],
    ['chat.open-tool-form', { id, serverId, toolName: 'echo' }],
    ['chat.run-tool', { id, serverId, toolName: 'echo', arguments: { text: 'x' } }],
    ['server.restart', { id: serverId }],
    ['server.start', { id: serverId }],
    ['server.stop', { id: serverId }],
    ['chat.set-servers', { id, serverIds: [] }],
    ['app.open-link', { url: 'https://example.org/?all=of-it', conversationId: id }],
    ['workspace.share', { id: workspace.id, path: '/', serverId, shared: true }],
    ['app.resume', { what: 'servers' }],
    ['server.get-prompt', { id: serverId, name: 'private words', arguments: {}, requestId: 'r' }],
    ['server.read-resource', { id: serverId, uri: 'x:private-words', requestId: 'r' }],
    ['server.watch-resource', { id: serverId, uri: 'x:private-words', watch: true }],
  ] as const) {
    const { error } = await callFromPage(page, route, input)
    expect.soft([route, error?.code]).toEqual([route, 'app/not-by-person'])
  }
  // What sends nothing of the page's is free, and starts nothing.
  for (const route of ['server.prompts', 'server.resources', 'server.skills'] as const) {
    const { error } = await callFromPage(page, route, { id: stopped.config.id })
    expect.soft([route, error?.code]).toEqual([route, 'server/not-running'])
  }
  const listed = await callFromPage(page, 'task.list-at-server', { serverId: stopped.config.id })
  expect(listed.error?.code).toBe('server/not-running')
  expect((await waitForServer(page, stopped.config.id, 'stopped')).connection.status).toBe(
    'stopped',
  )
  expect(await app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).toEqual(
    [],
  )
  // Folders that nobody picked are asked about; what lies in them is not told.
  const searched = await callFromPage(page, 'workspace.find-projects', { path: '/' })
  expect(searched.error?.code).toBe('workspace/not-allowed')
  const added = { id: workspace.id, paths: ['/'] }
  const adding = refusal(request(page, 'workspace.add-folders', added))
  await expect(consentText(await consentWindow(page))).toContainText('Mine')
  await cancel(page)
  expect(await adding).toContain('workspace/not-allowed')
  expect((await request(page, 'workspace.list', {}))[0]?.folders).toEqual([])
})

/**
 * @threat forms.run-by-page
 * @attacker page
 * @tries Runs a tool that the person did not choose, or with other arguments, as if they had run it in its form, which
 * asks no second time.
 * @stoppedBy Main makes out each form by a press of its own and takes another one, which began half a second later, for
 * one call of that very tool with the hash of what was shown; what changed meanwhile is asked about.
 * @remains Script in the page can ride on two presses half a second apart to run one tool with arguments of its own, as
 * it can by a card; the person sees the call in its chat.
 */
test(
  'page script cannot run a tool by one press: its form was opened by another, half a second before',
  nightly(),
  async ({ gatehouse }, testInfo) => {
    const { page } = gatehouse
    const eventsFile = join(scratch(testInfo), 'events')
    const { config } = await addServer(
      page,
      fixtureServerCommand({ features: ['echo'], eventsFile }),
      { name: 'notes' },
    )
    const [latest] = await request(page, 'chat.list', {})
    const { id } = latest ?? (await request(page, 'chat.create', {}))
    const call = { serverId: config.id, toolName: 'echo', arguments: { text: 'x' } }
    const open = () => callFromPage(page, 'chat.open-tool-form', { id, ...call })
    const run = async (formId: string, shown = displayHashOfCall(call)) => {
      const input = { id, ...call, form: { id: formId, shown } }
      return (await callFromPage(page, 'chat.run-tool', input)).error?.code
    }
    await untilPressesAreStale(page)
    expect((await open()).error?.code).toBe('app/not-by-person')
    expect(await run('planted')).toBe('ask/not-by-person')

    // One press of the person: it opens forms, and runs none.
    await page.keyboard.press('Shift')
    const [one, two] = [await open(), await open()].map(({ data }) => data?.id ?? '')
    expect(await run(one ?? '')).toBe('ask/not-by-person')
    await page.waitForTimeout(600)
    expect(await run(one ?? '')).toBe('ask/not-by-person')
    expect(readEvents(eventsFile)).toEqual([])

    // The next one runs one form, as it was shown, and no other; nor does a form run twice.
    await page.keyboard.press('Shift')
    expect(await run('planted')).toBe('ask/not-by-person')
    expect(await run(one ?? '')).toBeUndefined()
    expect(await run(two ?? '')).toBe('ask/not-by-person')
    await expect(chat(page).calls.last()).toHaveAttribute('data-status', 'done')
    await page.keyboard.press('Shift')
    expect(await run(one ?? '')).toBe('chat/form-over')
    await page.keyboard.press('Shift')
    expect(await run(two ?? '', displayHashOfCall({ ...call, arguments: { text: 'y' } }))).toBe(
      'ask/not-as-shown',
    )
    expect(readEvents(eventsFile)).toHaveLength(1)

    // Without a form the call is asked about, as every other is.
    await page.keyboard.press('Shift')
    const bare = await callFromPage(page, 'chat.run-tool', { id, ...call })
    expect(bare.error).toBeUndefined()
    await expect(chat(page).approval('Echo').card).toBeVisible()
    expect(readEvents(eventsFile)).toHaveLength(1)
  },
)
