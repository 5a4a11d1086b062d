import { serverEverythingPath } from '@gatehouse/testkit'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { allow, cancel, consentText, consentWindow } from './support/consent.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { callFromPage, untilPressesAreStale } from './support/page-script.ts'
import { request } from './support/routes.ts'
import { resumeAfterCrash } from './support/safe-start.ts'
import { addServer, openServer, openServerTab } from './support/servers.ts'
import { allowNext, textOf, type ToolCall } from './support/tool-runs.ts'

const everything = { command: process.execPath, args: [serverEverythingPath(), 'stdio'] }

const policy = (page: Page) => page.getByTestId('sampling-policy')
const card = (page: Page, kind: string) =>
  page.locator(`[data-testid="ask-card"][data-kind="${kind}"]`)
const recordsOf = async (page: Page, kind: string) =>
  (await request(page, 'ask.history', { limit: 30 })).filter((one) => one.kind === kind)

async function connectServer(page: Page): Promise<string> {
  const given = { name: 'everything', protocol: 'legacy' } as const
  const { config } = await addServer(page, everything, given)
  return config.id
}

async function openPolicy(page: Page): Promise<void> {
  await openServer(page, 'everything')
  await openServerTab(page, 'Permissions')
  await expect(policy(page)).toBeVisible()
}

const choose = (page: Page, name: string) =>
  policy(page).getByRole('radio', { name, exact: true }).click()

/** By keyboard, once the card has been there for long enough to count. */
async function press(place: Locator, name: string): Promise<void> {
  const button = place.getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

/** Has the server ask for an answer during a call; how that call ended. */
async function sample(
  page: Page,
  serverId: string,
  given: { prompt: string; maxTokens: number },
): Promise<() => Promise<string>> {
  await page.keyboard.press('Control+1')
  const id = (await request(page, 'chat.list', {}))[0]?.id ?? ''
  const call = { serverId, toolName: 'trigger-sampling-request', arguments: given }
  const { turnId } = await request(page, 'chat.run-tool', { id, ...call })
  await allowNext(page)
  return async () => {
    let found: ToolCall | undefined
    const isOver = async () => {
      const { turns } = await request(page, 'chat.get', { id })
      const turn = turns.find((one) => one.id === turnId)
      found = turn?.entries.find((entry) => entry.kind === 'tool-call')
      return turn?.status
    }
    await expect.poll(isOver, { intervals: [20, 50] }).toBe('done')
    return found ? (found.error ?? textOf(found)) : ''
  }
}

async function giveBudget(page: Page, tokens: string): Promise<void> {
  await openPolicy(page)
  await choose(page, 'Allow within a daily budget')
  await policy(page).getByRole('textbox', { name: 'Tokens a day' }).fill(tokens)
  await policy(page)
    .getByRole('checkbox', { name: /scripted/ })
    .click()
  await policy(page).getByRole('button', { name: 'Review and save' }).click()
}

test(
  'within a budget no card comes and the record names the policy; beyond it the card is back; never refuses',
  nightly(
    'ask.sampling-policy.consent',
    'ask.sampling-policy.unasked',
    'ask.sampling-policy.record',
    'ask.sampling-policy.spent',
    'ask.sampling-policy.never',
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const serverId = await connectServer(page)
    const endpoint = await connectScripted(page, 'chat', [{ text: 'By policy.' }])
    await giveBudget(page, '1000')
    const window = await consentWindow(page)
    for (const words of [
      '1,000 tokens a day',
      'scripted',
      endpoint.url,
      'without you seeing either',
    ])
      await expect(consentText(window)).toContainText(words)
    expect(await findViolations(window)).toEqual([])
    await cancel(page)
    expect((await request(page, 'sampling.policies', {}))[0]?.rule).toEqual({ kind: 'ask-both' })
    await giveBudget(page, '1000')
    await allow(page)
    await expect(policy(page).getByTestId('sampling-usage')).toContainText('0 of 1,000 tokens')
    expect(await findViolations(page)).toEqual([])
    proves('ask.sampling-policy.consent')

    const first = await sample(page, serverId, { prompt: 'Say hello.', maxTokens: 200 })
    expect(await first()).toContain('By policy.')
    expect(await request(page, 'ask.list', {})).toEqual([])
    proves('ask.sampling-policy.unasked')
    const by = { kind: 'policy', rule: 'budget', tokensPerDay: 1000 }
    expect(await recordsOf(page, 'sampling-request')).toMatchObject([{ decision: 'run', by }])
    expect(await recordsOf(page, 'sampling-response')).toMatchObject([
      { decision: 'send', by, tokens: { kind: 'used' } },
    ])
    proves('ask.sampling-policy.record')
    const [after] = await request(page, 'sampling.policies', {})
    expect(after?.usage).toMatchObject({ requests: 1 })
    expect(after?.usage.tokens).toBeLessThan(100)

    const second = await sample(page, serverId, { prompt: 'Say more.', maxTokens: 990 })
    await expect(card(page, 'sampling-request')).toContainText('Today’s budget may not be enough')
    expect(requestTexts(endpoint)).toHaveLength(1)
    proves('ask.sampling-policy.spent')
    await press(card(page, 'sampling-request'), 'Write the answer yourself')
    await card(page, 'sampling-request')
      .getByRole('textbox', { name: 'Your answer' })
      .fill('By hand.')
    await press(card(page, 'sampling-request'), 'Send this answer')
    expect(await second()).toContain('By hand.')

    await openPolicy(page)
    await expect(policy(page).getByTestId('sampling-usage')).toContainText('1 run')
    await choose(page, 'Never')
    await expect(policy(page).getByRole('radio', { name: 'Never', exact: true })).toBeChecked()
    const third = await sample(page, serverId, { prompt: 'Say it.', maxTokens: 10 })
    expect(await third()).toContain('User rejected sampling request')
    expect(await request(page, 'ask.list', {})).toEqual([])
    expect((await recordsOf(page, 'sampling-request'))[0]).toMatchObject({
      decision: 'deny',
      by: { kind: 'policy', rule: 'never' },
    })
    proves('ask.sampling-policy.never')
  },
)

test(
  'with ask before only the card says that the answer is not shown, and Settings take the policy back',
  nightly('ask.sampling-policy.before-only', 'ask.sampling-policy.revoked'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const serverId = await connectServer(page)
    await connectScripted(page, 'chat', [{ text: 'Unseen.' }])
    await openPolicy(page)
    await choose(page, 'Ask before only')
    await allow(page)
    const outcome = await sample(page, serverId, { prompt: 'Say hello.', maxTokens: 20 })
    const before = card(page, 'sampling-request')
    await expect(before).toContainText('receives the answer without your review')
    await press(before, 'Run and send')
    expect(await outcome()).toContain('Unseen.')
    expect(await recordsOf(page, 'sampling-response')).toMatchObject([
      { decision: 'send', by: { kind: 'policy', rule: 'ask-before' } },
    ])
    proves('ask.sampling-policy.before-only')
    await page.keyboard.press('Control+5')
    await page.locator('[data-list-row]').filter({ hasText: 'Permissions' }).click()
    const listed = page.getByTestId('all-sampling')
    await expect(listed).toContainText('Ask before only')
    await listed.getByRole('button', { name: 'Ask before and after for everything' }).click()
    await expect(listed).toHaveCount(0)
    expect((await request(page, 'sampling.policies', {}))[0]?.rule).toEqual({ kind: 'ask-both' })
    proves('ask.sampling-policy.revoked')
  },
)

/** @threat sampling.over-budget */
test(
  'what a run reserved stays counted when the app is killed in the middle of it',
  nightly('ask.sampling-policy.killed'),
  async ({ gatehouse }) => {
    const serverId = await connectServer(gatehouse.page)
    const long = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ')
    await connectScripted(gatehouse.page, 'chat', [{ text: long, eventDelayMs: 50 }])
    await giveBudget(gatehouse.page, '5000')
    await allow(gatehouse.page)
    await sample(gatehouse.page, serverId, { prompt: 'Say hello.', maxTokens: 4000 })
    await expect
      .poll(async () => (await request(gatehouse.page, 'sampling.running', {}))[0]?.characters ?? 0)
      .toBeGreaterThan(20)
    await gatehouse.kill9()
    await gatehouse.restart()
    const { page } = gatehouse
    await resumeAfterCrash(page)
    const [kept] = await request(page, 'sampling.policies', {})
    expect(kept).toMatchObject({ rule: { kind: 'budget' }, isVoid: false, usage: { requests: 1 } })
    expect(kept?.usage.tokens).toBeGreaterThan(4000)
    proves('ask.sampling-policy.killed')
    const again = await sample(page, serverId, { prompt: 'Say hello.', maxTokens: 900 })
    await expect(card(page, 'sampling-request')).toContainText('Today’s budget may not be enough')
    await press(card(page, 'sampling-request'), 'Deny…')
    await page.keyboard.press('Enter')
    expect(await again()).toContain('User rejected')
  },
)

test(
  'what a model says for a server is seen while it says it; stopped, it goes nowhere unseen',
  nightly('ask.sampling.streamed'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const serverId = await connectServer(page)
    const long = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ')
    await connectScripted(page, 'chat', [{ text: long, eventDelayMs: 100 }])
    await giveBudget(page, '5000')
    await allow(page)
    const outcome = await sample(page, serverId, { prompt: 'Say hello.', maxTokens: 4000 })
    const running = page.getByRole('main').getByTestId('running-sampling')
    await expect(running).toContainText('word1')
    await expect(running).toContainText('without review')
    await press(running, 'Stop')
    const after = card(page, 'sampling-response')
    await expect(after).toContainText('You stopped the model')
    await expect(after.getByRole('textbox').first()).toHaveValue(/^word0 word1/)
    await after.getByRole('textbox').first().fill('Enough.')
    await press(after, 'Send')
    expect(await outcome()).toContain('Enough.')
    proves('ask.sampling.streamed')
  },
)

/**
 * @threat sampling.policy-from-the-page
 * @attacker page
 * @tries gives a server a sampling policy, a larger budget or another model, or lifts a refusal
 * @stoppedBy a rule that lets a server do more than now is decided in the consent window, which main fills with what it
 * will save; without a press in the window it is not even opened
 */
test('page script gives no server a policy', nightly(), async ({ gatehouse }) => {
  const { page } = gatehouse
  const serverId = await connectServer(page)
  await untilPressesAreStale(page)
  const wider = { serverId, rule: { kind: 'ask-before' as const } }
  const forged = await callFromPage(page, 'sampling.set-policy', wider)
  expect(forged.error?.code).toBe('app/not-by-person')
  // Riding on a press it has main ask the person, where the page cannot answer.
  const piggybacked = request(page, 'sampling.set-policy', wider)
  await expect(consentText(await consentWindow(page))).toContainText('without you seeing it')
  await cancel(page)
  expect(await piggybacked).toEqual({ outcome: 'cancelled' })
  expect((await request(page, 'sampling.policies', {}))[0]?.rule).toEqual({ kind: 'ask-both' })
})
