import { handwrittenServerCommand } from '@gatehouse/testkit'
import { nightly } from './nightly.ts'
import { expect, test } from './launch.ts'
import { proves } from './proves.ts'
import { lookElsewhere } from './support/screens/look-elsewhere.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'
import { allowNext } from './support/tool-runs.ts'

test.use({ ownApp: true })

/** @threat sampling.notification-words */
test(
  'who looks elsewhere is notified by the system of what waits, and a click shows it and answers nothing',
  nightly('ask.notice.notified', 'ask.notice.click', 'ask.notice.quiet'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const { config } = await addServer(page, handwrittenServerCommand({ era: 'modern' }), {
      name: 'kitchen',
    })
    const id = (await request(page, 'chat.list', {}))[0]?.id ?? ''
    const run = async (toolName: string) => {
      await request(page, 'chat.run-tool', { id, serverId: config.id, toolName, arguments: {} })
      await allowNext(page)
    }
    const { raised, click } = await lookElsewhere(gatehouse)
    await run('ask-form')
    await expect.poll(async () => (await raised()).at(-1)?.title).toBe('kitchen is waiting for you')
    expect(await raised()).toHaveLength(1)
    expect((await raised())[0]?.silent).toBe(true)
    proves('ask.notice.notified')
    await page.keyboard.press('Control+2')
    await click()
    await expect(page.locator('[data-testid="ask-card"]')).toBeVisible()
    expect(await request(page, 'ask.list', {})).toHaveLength(1)
    proves('ask.notice.click')
    await request(page, 'chat.stop', { id })
    await page.keyboard.press('Control+5')
    await page
      .getByRole('switch', { name: 'Notify me while Gatehouse is in the background' })
      .click()
    await expect
      .poll(async () => (await request(page, 'app.settings', {})).notifications)
      .toBe(false)
    const before = (await raised()).length
    await run('ask-form')
    await expect.poll(async () => (await request(page, 'ask.list', {})).length).toBe(1)
    expect(await raised()).toHaveLength(before)
    proves('ask.notice.quiet')
  },
)
