import { handwrittenServerCommand } from '@gatehouse/testkit'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { changeLanguage, inspect, resize } from './support/inspect.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'
import { allowNext } from './support/tool-runs.ts'

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const cards = (page: Page, kind: string): Locator =>
  page.locator(`[data-testid="ask-card"][data-kind="${kind}"]`)

/** By keyboard: the transcript may still move under a pointer when a card has just come. */
async function press(place: Locator, name: string): Promise<void> {
  const button = place.getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

/** Runs a tool in the chat that is open; resolves once it was allowed. */
async function run(
  page: Page,
  call: { serverId: string; toolName: string },
  given: Record<string, string> = {},
): Promise<void> {
  const id = (await request(page, 'chat.list', {}))[0]?.id ?? ''
  await request(page, 'chat.run-tool', { id, ...call, arguments: given })
  await allowNext(page)
}

/** The places of some words in a text, in the order in which they are given. */
const placesIn = (text: string, ...words: string[]): number[] =>
  words.map((word) => text.indexOf(word))

/** @threat sampling.context-grab */
test(
  'what the person added, moved and took out is what the model gets, and the chat keeps a line of it',
  nightly(
    'ask.sampling.arranged',
    'ask.sampling.media',
    'ask.sampling.line',
    'ask.sampling.context',
  ),
  async ({ gatehouse }) => {
    test.setTimeout(240_000)
    const { page } = gatehouse
    const modern = handwrittenServerCommand({ era: 'modern' })
    const { config } = await addServer(page, modern, { name: 'kitchen' })
    const endpoint = await connectScripted(page, 'chat', [{ text: 'Sunny.' }, { text: 'Again.' }])
    const asking = { serverId: config.id, toolName: 'ask-sample' }
    const before = cards(page, 'sampling-request')
    const after = cards(page, 'sampling-response')
    const calls = page.getByTestId('tool-call')
    await run(page, { serverId: config.id, toolName: 'measure' })
    await expect(calls.last()).toHaveAttribute('data-status', 'done')
    await run(page, asking, { includeContext: 'thisServer' })

    // Context comes only as a message that the person added, and as they edited it.
    await expect(before.getByTestId('context-offer')).toContainText('Nothing is added unless')
    await press(before, 'Add context from kitchen as a message')
    const context = before.getByRole('textbox', { name: 'Message 1, user' })
    await expect(context).toHaveValue(/measure \{\}:\n21\.5/)
    await context.fill('It is 21.5 degrees.')
    // A new message is written at the end and moved up by keyboard.
    await press(before, 'Add a message')
    const added = before.getByRole('textbox', { name: 'Message 3, user' })
    await expect(added).toBeFocused()
    await expect(before.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
    await page.keyboard.type('In one word.')
    await page.keyboard.press('Alt+ArrowUp')
    const moved = before.getByRole('textbox', { name: 'Message 2, user' })
    await expect(moved).toHaveValue('In one word.')
    await before
      .getByTestId('media-input')
      .nth(1)
      .setInputFiles({ name: 'a.bin', mimeType: '', buffer: Buffer.from(PICTURE, 'base64') })
    await expect(before).toContainText('Image added by you')
    await expect(before).toContainText('It is unknown whether scripted supports images.')
    await before.getByText('Compare with what the server sent').click()
    const sides = before.getByTestId('compare').locator('section')
    await expect(sides.first()).not.toContainText('In one word.')
    await expect(sides.last()).toContainText('In one word.')

    const faults: string[] = []
    for (const language of ['en', 'zh-CN'] as const) {
      await changeLanguage(page, language)
      faults.push(...(await inspect(gatehouse, `${language}/asks-sampling-arranged`, before)))
    }
    await changeLanguage(page, 'en')
    expect(faults).toEqual([])
    await resize(gatehouse, { width: 640, height: 600 })
    const [upper, lower] = [await sides.first().boundingBox(), await sides.last().boundingBox()]
    // Where there is no room for both beside each other, one is below the other.
    expect(lower?.y ?? 0).toBeGreaterThan((upper?.y ?? 0) + (upper?.height ?? 0) - 1)
    await resize(gatehouse, { width: 1280, height: 800 })

    expect(requestTexts(endpoint)).toEqual([])
    await press(before, 'Run')
    await expect(after.getByRole('textbox').first()).toHaveValue('Sunny.')
    const [sent = ''] = requestTexts(endpoint)
    const places = placesIn(sent, 'It is 21.5 degrees.', 'In one word.', PICTURE, 'Say hello.')
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places[0]).toBeGreaterThan(0)
    proves('ask.sampling.arranged')
    proves('ask.sampling.media')
    expect(sent).not.toContain('measure')
    await after.getByRole('textbox').first().fill('Cloudy.')
    await press(after, 'Send')

    const line = calls.last().getByTestId('sampling-exchange')
    await expect(line).toContainText(/scripted \(fake\) answered kitchen · .*Edited by you/)
    await expect(calls.last()).toContainText('Cloudy.')
    await line.locator('summary').press('Enter')
    await expect(line.getByRole('group', { name: 'Sent to the model' })).toContainText(
      'In one word.',
    )
    await expect(line.getByRole('group', { name: 'Sent to kitchen' })).toHaveText('Cloudy.')
    proves('ask.sampling.line')

    // Asked for once more and not added, no context goes out.
    await run(page, asking, { includeContext: 'thisServer' })
    await expect(before.getByTestId('context-offer')).toBeVisible()
    await press(before, 'Run')
    await press(after, 'Send')
    await expect(calls.last().getByTestId('sampling-exchange')).toContainText('Allowed by you')
    expect(requestTexts(endpoint)).toHaveLength(2)
    expect(requestTexts(endpoint)[1]).toContain('Say hello.')
    expect(requestTexts(endpoint)[1]).not.toContain('21.5')
    proves('ask.sampling.context')
    expect(gatehouse.problems).toEqual([])
  },
)
