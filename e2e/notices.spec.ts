import { handwrittenServerCommand } from '@gatehouse/testkit'
import { expect, test, type Gatehouse } from './launch.ts'
import { proves } from './proves.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'
import { allowNext } from './support/tool-runs.ts'

interface Raised {
  title: string
  body: string
  silent: boolean
}

/** Notes the notifications in place of the system's, and has the person look at another program. */
async function lookElsewhere({ app }: Gatehouse) {
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const raised: (Raised & { click: () => void })[] = []
    Object.assign(globalThis, { raised })
    Notification.isSupported = () => true
    Notification.prototype.show = function show() {
      const { title, body, silent } = this
      raised.push({ title, body, silent, click: () => this.emit('click') })
    }
    BrowserWindow.getFocusedWindow = () => null
  })
  return {
    raised: () =>
      app.evaluate(() =>
        (globalThis as unknown as { raised: Raised[] }).raised.map(({ title, body, silent }) => ({
          title,
          body,
          silent,
        })),
      ),
    click: () =>
      app.evaluate(() =>
        (globalThis as unknown as { raised: { click: () => void }[] }).raised.at(-1)?.click(),
      ),
  }
}

test('who looks elsewhere is told by the system of what waits, and a click shows it and answers nothing', async ({
  gatehouse,
}) => {
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
  await page.getByRole('switch', { name: 'Notify me while Gatehouse is in the background' }).click()
  await expect.poll(async () => (await request(page, 'app.settings', {})).notifications).toBe(false)
  const before = (await raised()).length
  await run('ask-form')
  await expect.poll(async () => (await request(page, 'ask.list', {})).length).toBe(1)
  expect(await raised()).toHaveLength(before)
  proves('ask.notice.quiet')
})
