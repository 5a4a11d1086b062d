import { handwrittenServerCommand } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { request } from './support/routes.ts'
import { resumeAfterCrash } from './support/safe-start.ts'
import { addServer } from './support/servers.ts'
import { allowNext } from './support/tool-runs.ts'

/** A call of a tool during which its server asks for a form, in a chat of its own. */
async function askForm(page: Page): Promise<void> {
  const command = handwrittenServerCommand({ era: 'modern' })
  const { config } = await addServer(page, command, { name: 'kitchen' })
  await page.keyboard.press('Control+1')
  const id = (await request(page, 'chat.list', {}))[0]?.id ?? ''
  const call = { serverId: config.id, toolName: 'ask-form', arguments: {} }
  await request(page, 'chat.run-tool', { id, ...call })
  await allowNext(page)
}

const formCard = (page: Page) => page.locator('[data-testid="ask-card"][data-kind="elicitation"]')

test(
  'what a server asked when the app was killed is in Activity, and is not asked again',
  nightly('restart.asks.recorded'),
  async ({ gatehouse }) => {
    await askForm(gatehouse.page)
    await expect(formCard(gatehouse.page)).toBeVisible()
    await gatehouse.kill9()
    await gatehouse.restart()
    const { page } = gatehouse
    await resumeAfterCrash(page)
    expect(await request(page, 'ask.list', {})).toEqual([])
    const [record] = (await request(page, 'ask.history', { limit: 10 })).filter(
      ({ kind }) => kind === 'elicitation',
    )
    expect(record).toMatchObject({ decision: 'withdrawn', withdrawn: 'app-ended' })
    await page.keyboard.press('Control+3')
    await page
      .getByRole('button', { name: new RegExp(record?.subject ?? '') })
      .first()
      .click()
    await expect(page.getByText('Gatehouse ended unexpectedly before you decided.')).toBeVisible()
    proves('restart.asks.recorded')
  },
)

test(
  'what is half written into a card is there after other sections and a reload, and is kept when its question goes',
  nightly('window.reload.draft', 'window.reload.unsent'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await askForm(page)
    const text = formCard(page).getByRole('textbox').first()
    await text.fill('half an answer')
    await page.keyboard.press('Control+2')
    await expect(formCard(page)).toHaveCount(0)
    await page.keyboard.press('Control+1')
    await expect(text).toHaveValue('half an answer')
    await text.fill('half an answer, and more')
    await page.reload()
    await expect(text).toHaveValue('half an answer, and more')
    proves('window.reload.draft')

    await text.fill('half an answer, and still more')
    const [server] = await request(page, 'server.list', {})
    await request(page, 'server.stop', { id: server?.config.id ?? '' })
    const unsent = page.getByTestId('unsent-answer')
    await expect(unsent).toContainText('half an answer, and still more')
    await expect(unsent).toContainText('The connection to kitchen ended before you answered.')
    await expect(formCard(page)).toHaveCount(0)
    await page.reload()
    await expect(unsent).toContainText('half an answer, and still more')
    await unsent.getByRole('button', { name: 'Dismiss' }).click()
    await expect(unsent).toHaveCount(0)
    await expect(page.getByTestId('withdrawn-ask')).toContainText('before you answered')
    proves('window.reload.unsent')
  },
)
