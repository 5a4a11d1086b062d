import type { MenuItem } from 'electron'
import { handwrittenServerCommand } from '@gatehouse/testkit'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { inspect } from './support/inspect.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'
import { allowNext } from './support/tool-runs.ts'

test.use({ ownApp: true })

type Held = { trayItems: Pick<MenuItem, 'id' | 'label' | 'enabled' | 'checked' | 'click'>[] }

/** The menu of the icon, as it is drawn from now on: a virtual display has no tray. */
async function trayOf({ app }: Gatehouse) {
  await app.evaluate(({ Tray }) => {
    Tray.prototype.setContextMenu = (menu) => {
      Object.assign(globalThis, { trayItems: menu?.items ?? [] })
    }
  })
  return {
    labels: () =>
      app.evaluate(() =>
        ((globalThis as unknown as Partial<Held>).trayItems ?? []).map(({ label }) => label),
      ),
    press: (id: string) =>
      app.evaluate((_electron, wanted) => {
        const { trayItems } = globalThis as unknown as Held
        trayItems.find((item) => item.id === wanted)?.click()
      }, id),
  }
}

test(
  'the icon in the tray counts what waits, shows it and decides nothing, and outlives the window if that is chosen',
  nightly('window.tray.counts', 'window.tray.shows', 'window.tray.quiet', 'window.tray.stays'),
  async ({ gatehouse }) => {
    const { app, page } = gatehouse
    const { config } = await addServer(page, handwrittenServerCommand({ era: 'modern' }), {
      name: 'kitchen',
    })
    const id = (await request(page, 'chat.list', {}))[0]?.id ?? ''
    const tray = await trayOf(gatehouse)
    await request(page, 'chat.run-tool', {
      id,
      serverId: config.id,
      toolName: 'ask-form',
      arguments: {},
    })
    await allowNext(page)
    await expect.poll(async () => (await tray.labels())[1]).toContain('(1 request)')
    expect(await tray.labels()).toHaveLength(5)
    proves('window.tray.counts')

    await page.keyboard.press('Control+2')
    await tray.press('show-waiting')
    await expect(page.locator('[data-testid="ask-card"]')).toBeVisible()
    expect(await request(page, 'ask.list', {})).toHaveLength(1)
    proves('window.tray.shows')

    await tray.press('quiet')
    await expect
      .poll(async () => (await request(page, 'app.settings', {})).notifications)
      .toBe(false)
    await tray.press('quiet')
    await expect
      .poll(async () => (await request(page, 'app.settings', {})).notifications)
      .toBe(true)
    proves('window.tray.quiet')

    await page.keyboard.press('Control+5')
    const keep = page.getByRole('switch', { name: 'Keep running in the tray' })
    await expect(keep).not.toBeChecked()
    // The session bus of the tests has no tray.
    await expect(keep).toHaveAccessibleDescription(/No tray was found on this desktop/)
    for (const language of ['zh-CN', 'en'] as const) {
      await request(page, 'app.change-settings', { language })
      expect(await inspect(gatehouse, `${language}/settings-tray`)).toEqual([])
    }
    await keep.click()
    await expect.poll(async () => (await request(page, 'app.settings', {})).keepInTray).toBe(true)
    const closed = page.waitForEvent('close')
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.close()
    })
    await closed
    const opening = app.waitForEvent('window')
    await tray.press('show-waiting')
    const again = await opening
    await expect(again.locator('[data-testid="ask-card"]')).toBeVisible()
    expect(await request(again, 'ask.list', {})).toHaveLength(1)
    proves('window.tray.stays')
  },
)
