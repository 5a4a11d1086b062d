import type { RouteInput } from '@gatehouse/contract'
import { handwrittenServerCommand, serverEverythingPath } from '@gatehouse/testkit'
import type { ElectronApplication, Locator, Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'
import { allowNext, textOf, type ToolCall } from './support/tool-runs.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }
const modern = handwrittenServerCommand({ era: 'modern' })
const formTool = 'trigger-elicitation-request'
const sampleTool = 'trigger-sampling-request'

type Endpoint = Awaited<ReturnType<typeof connectScripted>>
type Arguments = RouteInput<'chat.run-tool'>['arguments']

/** Runs tools of a server in the chat that is open; what they ask is answered by the cards. */
async function tools(page: Page, name: string, target: typeof everything) {
  // Told what it speaks, a server of the older era starts without a pause.
  const protocol = target === everything ? 'legacy' : 'auto'
  const { config } = await addServer(page, target, { name, protocol })
  return async (toolName: string, given: Arguments = {}): Promise<Outcome> => {
    const id = (await request(page, 'chat.list', {}))[0]?.id ?? ''
    const call = { serverId: config.id, toolName, arguments: given }
    const { turnId } = await request(page, 'chat.run-tool', { id, ...call })
    await allowNext(page)
    return () => outcomeOf(page, { id, turnId })
  }
}

/** Resolves to the result or failure of the call, once it is over. */
type Outcome = () => Promise<string>

async function outcomeOf(page: Page, at: { id: string; turnId: string }): Promise<string> {
  let call: ToolCall | undefined
  const status = async () => {
    const { turns } = await request(page, 'chat.get', { id: at.id })
    const turn = turns.find(({ id }) => id === at.turnId)
    call = turn?.entries.find((entry) => entry.kind === 'tool-call')
    return turn?.status
  }
  await expect.poll(status, { intervals: [20, 50] }).toBe('done')
  return call?.error ?? (call ? textOf(call) : '')
}

function card(page: Page, kind: string): Locator {
  return page.locator(`[data-testid="ask-card"][data-kind="${kind}"]`)
}
/** By keyboard: the transcript may still move under a pointer when a card has just come. */
async function press(place: Locator, name: string): Promise<void> {
  const button = place.getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

/** Keeps what the app wants opened in the browser, and opens nothing. */
async function watchBrowser(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = (url) => Promise.resolve(void opened.push(url))
  })
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

test(
  'a server receives whether a form was accepted, declined or cancelled',
  nightly(
    'ask.form.wrong',
    'ask.form.accepted',
    'ask.form.declined',
    'ask.form.modern',
    'ask.form.record',
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const old = await tools(page, 'everything', everything)

    const first = await old(formTool)
    const form = card(page, 'elicitation')
    await expect(form).toContainText('Please provide inputs for the following fields:')
    // Nothing is sent while the form is not right.
    await press(form, 'Submit')
    await expect(form.getByRole('status')).toContainText('needs attention')
    proves('ask.form.wrong')
    await form.getByRole('textbox', { name: 'String', exact: true }).fill('Ada 世界')
    await form.getByRole('textbox', { name: 'String with email format' }).fill('ada@example.org')
    await press(form, 'Submit')
    const filled = await first()
    expect(filled).toContain('Name: Ada 世界')
    expect(filled).toContain('Email: ada@example.org')
    expect(filled).toContain('Favorite Integer: 42')
    proves('ask.form.accepted')

    const second = await old(formTool)
    await press(form, 'Decline')
    expect(await second()).toContain('User declined')
    const third = await old(formTool)
    await press(form, 'Cancel')
    expect(await third()).toContain('User cancelled')
    proves('ask.form.declined')

    const fresh = await tools(page, 'modern', modern)
    const fourth = await fresh('ask-form')
    await form.getByRole('textbox', { name: 'city' }).fill('Bern')
    await press(form, 'Submit')
    expect(await fourth()).toContain('"city":"Bern"')
    expect(await fourth()).toContain('"count":3')
    const fifth = await fresh('ask-form')
    await press(form, 'Decline')
    expect(await fifth()).toContain('"action":"decline"')
    proves('ask.form.modern')
    const history = await request(page, 'ask.history', { limit: 20 })
    expect(
      history.filter(({ kind }) => kind === 'elicitation').map(({ decision }) => decision),
    ).toEqual(['decline', 'accept', 'cancel', 'decline', 'accept'])
    proves('ask.form.record')
  },
)

test(
  'a page is opened when the person agrees, and the call that needs it goes on',
  nightly('ask.page.declined', 'ask.page.opened', 'ask.page.required', 'ask.page.scheme'),
  async ({ gatehouse }) => {
    const { page, app } = gatehouse
    const opened = await watchBrowser(app)
    const url = 'https://example.com/connect?id=7'

    const fresh = await tools(page, 'modern', modern)
    const first = await fresh('ask-url')
    const asked = card(page, 'elicitation')
    await expect(asked).toContainText(url)
    await press(asked, 'Decline')
    expect(await first()).toContain('"action":"decline"')
    expect(await opened()).toEqual([])
    proves('ask.page.declined')
    const second = await fresh('ask-url')
    await press(asked, 'Open in browser')
    expect(await second()).toContain('"action":"accept"')
    expect(await opened()).toEqual([url])
    proves('ask.page.opened')

    // The older era also refuses a call until a page was visited.
    const old = await tools(page, 'everything', everything)
    const given = { url, message: 'Sign in first.', errorPath: true }
    const third = await old('trigger-url-elicitation', given)
    const needed = asked.filter({ hasText: 'Open this link to satisfy' })
    await press(needed, 'Open in browser')
    await expect.poll(opened).toHaveLength(2)
    await press(card(page, 'elicitation-wait'), 'Retry now')
    await expect(card(page, 'elicitation-wait')).toHaveCount(0)
    await press(asked.filter({ hasText: url }), 'Open in browser')
    await expect.poll(opened).toHaveLength(3)
    await third()

    const fourth = await old('trigger-url-elicitation', { ...given, elicitationId: 'other' })
    await press(needed, 'Open in browser')
    await press(card(page, 'elicitation-wait'), 'Cancel')
    expect(await fourth()).toContain('You cancelled')
    proves('ask.page.required')

    // What a server may not have opened is not even asked for.
    const fifth = await old('trigger-url-elicitation', { url: 'http://example.com/' })
    await fifth()
    await expect(asked).toHaveCount(0)
    expect(await opened()).toHaveLength(4)
    proves('ask.page.scheme')
  },
)

test('what the person edited before and after is what the model and the server get', async ({
  gatehouse,
}) => {
  await withModel(
    gatehouse.page,
    ['A first try.', 'The answer of the model.'],
    async (page, endpoint) => {
      const old = await tools(page, 'everything', everything)
      const before = card(page, 'sampling-request')
      const after = card(page, 'sampling-response')
      const outcome = await old(sampleTool, { prompt: 'Say hello.', maxTokens: 77 })
      await expect(before).toContainText('Resource trigger-sampling-request context: Say hello.')
      expect(requestTexts(endpoint)).toEqual([])
      await before.getByRole('textbox', { name: 'System prompt' }).fill('Be very kind.')
      await before.getByRole('textbox', { name: 'Max tokens' }).fill('20')
      await press(before, 'Run')
      await expect(after).toContainText('A first try.')
      await press(after, 'Regenerate')
      const answer = after.getByRole('textbox').first()
      await expect(answer).toHaveValue('The answer of the model.')
      await answer.fill('The answer of the person.')
      await press(after, 'Send')
      expect(await outcome()).toContain('The answer of the person.')
      expect(await outcome()).not.toContain('The answer of the model.')
      proves('ask.sampling.after')
      const [sent] = requestTexts(endpoint)
      expect(sent).toContain('Be very kind.')
      expect(sent).toContain('"max_tokens":20')
      expect(sent).not.toContain('helpful test server')
      proves('ask.sampling.before')
    },
  )
})

test(
  'a person answers by hand or denies, and the model receives nothing of it',
  nightly('ask.sampling.hand', 'ask.sampling.denied'),
  async ({ gatehouse }) => {
    await withModel(gatehouse.page, [], async (page, endpoint) => {
      const old = await tools(page, 'everything', everything)
      const before = card(page, 'sampling-request')
      const first = await old(sampleTool, { prompt: 'Again.', maxTokens: 10 })
      await press(before, 'Write the answer yourself')
      await before.getByRole('textbox', { name: 'Your answer' }).fill('Written by hand.')
      await press(before, 'Send this answer')
      expect(await first()).toContain('Written by hand.')
      expect(await first()).toContain('human')
      proves('ask.sampling.hand')

      const second = await old(sampleTool, { prompt: 'Again.', maxTokens: 10 })
      await press(before, 'Deny…')
      const why = before.getByRole('textbox', { name: /^Reason/ })
      await why.fill('none of your business')
      await why.press('Enter')
      expect(await second()).toContain('User rejected sampling request')
      expect(await second()).not.toContain('none of your business')
      expect(requestTexts(endpoint)).toEqual([])
      proves('ask.sampling.denied')
    })
  },
)

test(
  'tools that a server gives the model are seen before they are sent, and a denial ends the call',
  nightly('ask.sampling.tools', 'ask.sampling.modern'),
  async ({ gatehouse }) => {
    await withModel(gatehouse.page, ['Sunny.'], async (page, endpoint) => {
      const fresh = await tools(page, 'modern', modern)
      const before = card(page, 'sampling-request')
      const first = await fresh('ask-sample-tools')
      // The tools were not in view yet, and the model would get them.
      await expect(before.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
      await press(before, 'Show all')
      await press(before, 'Run')
      await press(card(page, 'sampling-response'), 'Send')
      expect(await first()).toContain('Sunny.')
      expect(requestTexts(endpoint)).toHaveLength(1)
      expect(requestTexts(endpoint)[0]).toContain('"weather"')
      proves('ask.sampling.tools')
      // A server of the newer era cannot receive an error, so the call ends here.
      const second = await fresh('ask-sample')
      await press(before, 'Deny…')
      await before.getByRole('textbox', { name: /^Reason/ }).press('Enter')
      expect(await second()).toContain('You refused what modern asked for')
      expect(requestTexts(endpoint)).toHaveLength(1)
      proves('ask.sampling.modern')
    })
  },
)

/** A chat whose model gives these answers. */
async function withModel(
  page: Page,
  answers: string[],
  work: (page: Page, endpoint: Endpoint) => Promise<void>,
): Promise<void> {
  const endpoint = await connectScripted(
    page,
    'chat',
    answers.map((text) => ({ text })),
  )
  try {
    await work(page, endpoint)
  } finally {
    await endpoint.close()
  }
}
