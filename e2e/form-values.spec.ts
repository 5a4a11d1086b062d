import type { Locator, Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import {
  addAsking,
  callAll,
  connectCalling,
  openCard,
  press,
  waitingAsks,
  type AskingServer,
} from './support/ask-world.ts'
import { bytesAbout, expectBytes } from './support/ask-bytes.ts'
import { answerAll } from './support/ask-world.ts'
import { inspect } from './support/inspect.ts'
import { request } from './support/routes.ts'
import { openServer, openServerTab } from './support/servers.ts'
import { watchBrowser } from './support/sign-in/sign-in.ts'

const cities = (card: Locator) => card.getByRole('textbox', { name: 'city' })

/** The card of a form that the server asks for now. */
async function askForm(page: Page, server: AskingServer, label: string): Promise<Locator> {
  await callAll(page, [[server.name, 'ask-form', label]])
  const [ask] = await waitingAsks(page, 'elicitation', 1)
  if (!ask) throw new Error('Nobody asks for a form.')
  return openCard(page, ask)
}

const kept = async (page: Page) => request(page, 'form-values.list', {})

/** @threat asks.remembered-answers */
test(
  'answers are remembered when the person says so, filled in by a press, and forgotten',
  nightly(
    'ask.form-values.nothing',
    'ask.form-values.typed',
    'ask.form-values.fill',
    'ask.form-values.forget',
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await connectCalling(page)
    const server = await addAsking(gatehouse, 'modern')
    const first = await askForm(page, server, 'first')
    const keep = first.getByRole('checkbox', { name: /^Remember these answers/ })
    await expect(keep).not.toBeChecked()
    await cities(first).fill('Bern')
    await press(first, 'Submit')
    expect(await kept(page)).toEqual([])
    const second = await askForm(page, server, 'second')
    await expect(second.getByRole('button', { name: 'Fill from last time' })).toHaveCount(0)
    proves('ask.form-values.nothing')
    await cities(second).fill('Bern')
    await second.getByRole('textbox', { name: 'count' }).fill('9')
    await second.getByRole('checkbox', { name: /^Remember these answers/ }).press('Space')
    await press(second, 'Submit')
    await expect.poll(() => kept(page)).toMatchObject([{ fields: ['city', 'count'] }])

    const third = await askForm(page, server, 'third')
    await expect(cities(third)).toHaveValue('')
    await cities(third).fill('Basel')
    await third.getByRole('button', { name: 'Fill from last time' }).press('Enter')
    await expect(cities(third)).toHaveValue('Basel')
    await expect(third.getByRole('textbox', { name: 'count' })).toHaveValue('9')
    await expect(third.getByRole('status').filter({ hasText: '1 field filled in' })).toBeVisible()
    expect(bytesAbout(server, 'third')).toEqual([])
    expect(await inspect(gatehouse, 'form-values-card', third)).toEqual([])
    proves('ask.form-values.typed')
    await press(third, 'Submit')
    const content = { city: 'Basel', count: 9 }
    await expectBytes(server, 'third', { result: { action: 'accept', content } })
    proves('ask.form-values.fill')

    await openServer(page, 'modern')
    await openServerTab(page, 'Permissions')
    const listed = page.getByTestId('remembered-forms')
    await expect(listed).toContainText('city and count')
    await expect(listed).not.toContainText('Bern')
    expect(await inspect(gatehouse, 'form-values-permissions', listed)).toEqual([])
    const fourth = await askForm(page, server, 'fourth')
    await fourth.getByRole('button', { name: 'Delete saved answers' }).press('Enter')
    await expect(fourth.getByRole('button', { name: 'Fill from last time' })).toHaveCount(0)
    expect(await kept(page)).toEqual([])
    await cities(fourth).fill('Genf')
    await fourth.getByRole('checkbox', { name: /^Remember these answers/ }).press('Space')
    await press(fourth, 'Submit')
    await openServer(page, 'modern')
    await expect(listed).toBeVisible()
    await listed.getByRole('button', { name: 'Delete answers saved' }).press('Enter')
    await expect(listed).toHaveCount(0)
    expect(await kept(page)).toEqual([])
    proves('ask.form-values.forget')
  },
)

test(
  'a card and Activity tell which page was opened when, and what came of it',
  nightly('ask.reason.language', 'ask.page.trace'),
  async ({ gatehouse }) => {
    const { page, app } = gatehouse
    await watchBrowser(app)
    await connectCalling(page)
    const server = await addAsking(gatehouse, 'legacy')
    await app.evaluate(({ shell }) => {
      const open = shell.openExternal
      shell.openExternal = () => {
        shell.openExternal = open
        return Promise.reject(new Error('No browser.'))
      }
    })
    await callAll(page, [[server.name, 'need-url', 'visit']])
    await answerAll(page, await waitingAsks(page, 'elicitation', 1))
    await expect
      .poll(async () => (await request(page, 'ask.history', { limit: 5 }))[0]?.outcome)
      .toBe('failed')
    const [again] = await waitingAsks(page, 'elicitation', 1)
    if (!again) throw new Error('Nobody asks again.')
    const card = await openCard(page, again)
    await expect(card.getByTestId('page-visits')).toContainText('example.comCould not be opened')
    for (const [language, words] of [
      ['zh-CN', '无法启动浏览器。'],
      ['en', 'Your browser could not be started.'],
    ] as const) {
      await request(page, 'app.change-settings', { language })
      await expect(card.getByRole('alert')).toContainText(words)
      expect(await inspect(gatehouse, `${language}/ask-reason`, card)).toEqual([])
    }
    proves('ask.reason.language')
    await press(card, 'Open in browser')
    const [wait] = await waitingAsks(page, 'elicitation-wait', 1)
    if (!wait) throw new Error('Nothing waits.')
    const waiting = await openCard(page, wait)
    const lines = waiting.getByTestId('page-visits').getByRole('listitem')
    await expect(lines).toHaveText([
      /^\d\d:\d\d:\d\dexample\.comCould not be opened$/,
      /^\d\d:\d\d:\d\dexample\.comOpened in your browser$/,
    ])
    expect(await inspect(gatehouse, 'page-visits', waiting)).toEqual([])
    await press(waiting, 'Cancel')
    const opened = page.locator('[data-section-list] [data-list-row]', { hasText: 'example.com' })
    await opened.nth(1).click()
    await expect(page.getByRole('main')).toContainText('Opened in your browser')
    await opened.nth(2).click()
    await expect(page.getByRole('main')).toContainText('Your browser could not open it')
    proves('ask.page.trace')
  },
)
