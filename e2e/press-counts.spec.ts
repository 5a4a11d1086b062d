import { fixtureServerCommand } from '@gatehouse/testkit'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { consentWindow } from './support/consent.ts'
import { changeLanguage } from './support/inspect.ts'
import { request } from './support/routes.ts'
import { scratch } from './support/scratch.ts'
import { waitForServer } from './support/servers.ts'

/** Presses from what a person has found to a server that runs. */
const MOST_PRESSES = 4
const notes = fixtureServerCommand({ features: ['echo'] })
const calm = fixtureServerCommand({ features: ['echo', 'env-dump'] })
const quoted = [notes.command, ...notes.args].map((word) => `'${word}'`).join(' ')

/** Reads the consent to its end, which is one press where it is longer than its window, and agrees by another. */
async function pressesOfConsent(page: Page): Promise<number> {
  const window = await consentWindow(page)
  const isLong = await window.locator('[data-consent="ready"]').isHidden()
  if (isLong) await window.getByRole('main').press('End')
  await expect(window.locator('[data-consent="ready"]')).toBeVisible()
  const agree = window.getByRole('contentinfo').getByRole('button').last()
  // Main counts no press before the window has been in front for a moment.
  await expect(async () => {
    if (!window.isClosed()) await agree.click({ timeout: 2000 }).catch(() => undefined)
    expect(window.isClosed()).toBe(true)
  }).toPass({ timeout: 20_000 })
  return isLong ? 2 : 1
}

async function allRun(page: Page, names: readonly string[]): Promise<void> {
  await expect
    .poll(async () => (await request(page, 'server.list', {})).map(({ config }) => config.name))
    .toEqual(names)
  for (const { config } of await request(page, 'server.list', {}))
    await waitForServer(page, config.id, 'ready')
}

for (const language of ['en', 'zh-CN'] as const) {
  test(
    `a command line is a server that runs after four presses (${language})`,
    nightly(),
    async ({ gatehouse }) => {
      const { app, page } = gatehouse
      await changeLanguage(page, language)
      await page.keyboard.press('Control+2')
      await app.evaluate(
        ({ clipboard }, copied) => clipboard.writeText(copied),
        `claude mcp add notes -- ${quoted}`,
      )
      await page.keyboard.press('Control+V')
      await expect(page.getByRole('dialog').getByRole('listitem', { name: 'notes' })).toBeVisible()
      await page.keyboard.press('Control+Enter')
      expect(2 + (await pressesOfConsent(page))).toBeLessThanOrEqual(MOST_PRESSES)
      await allRun(page, ['notes'])
    },
  )

  test(
    `all servers of another program run after four presses (${language})`,
    nightly(),
    async ({ launch }, testInfo) => {
      const home = scratch(testInfo)
      const folder = join(home, '.config/Claude')
      mkdirSync(folder, { recursive: true })
      const config = { mcpServers: { notes, calm } }
      writeFileSync(join(folder, 'claude_desktop_config.json'), JSON.stringify(config))
      const { page } = await launch({ env: { HOME: home, XDG_CONFIG_HOME: undefined } })
      await changeLanguage(page, language)
      const card = page.getByRole('article').filter({ hasText: 'Claude Desktop' })
      await card.getByRole('button').first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('listitem', { name: 'calm' })).toBeVisible()
      await page.keyboard.press('Control+Enter')
      expect(2 + (await pressesOfConsent(page))).toBeLessThanOrEqual(MOST_PRESSES)
      await allRun(page, ['notes', 'calm'])
    },
  )
}
