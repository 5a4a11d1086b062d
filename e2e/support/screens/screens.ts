import type { Page } from 'playwright-core'
import { openRow } from '../chat.ts'
import { expect } from '../../launch.ts'

/** A place in the app, reached with hardly a word of it, so that it can be shown in every language. */
export interface Screen {
  name: string
  open(page: Page): Promise<void>
}

const main = (page: Page) => page.getByRole('main')
const list = (page: Page) => page.locator('[data-section-list]')

async function section(page: Page, number: 1 | 2 | 3 | 4 | 5): Promise<void> {
  await page.keyboard.press(`Control+${number}`)
  await expect(main(page)).toBeVisible()
}

async function chooseRow(page: Page, name: string): Promise<void> {
  await list(page).locator('[data-list-row]', { hasText: name }).first().click()
}

const serverTab = (name: string, index: number): Screen => ({
  name,
  async open(page) {
    await section(page, 2)
    await chooseRow(page, 'notes')
    await main(page).getByRole('tab').nth(index).click()
  },
})

const settingsPage = (name: string, index: number): Screen => ({
  name,
  async open(page) {
    await section(page, 5)
    await list(page).locator('[data-list-row]').nth(index).click()
  },
})

async function openChat(page: Page, title: string): Promise<void> {
  await section(page, 1)
  await chooseRow(page, title)
}

/** Fills in a new server and has it shown in the consent window. */
export async function proposeServer(page: Page): Promise<void> {
  await section(page, 2)
  await list(page).locator('header').getByRole('button').click()
  const sheet = page.getByRole('dialog')
  await sheet.locator('[data-setting="command"]').getByRole('textbox').fill('npx')
  await sheet.getByRole('textbox').last().fill('a new server')
  await sheet.getByRole('button').last().click()
}

/** Configuration that a page asks to paste: a secret, a risk, an open input, an ignored part. */
const pasted = JSON.stringify({
  inputs: [{ id: 'key', description: 'API key', type: 'promptString', password: true }],
  servers: {
    github: {
      command: 'docker',
      args: ['run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/github/github-mcp-server'],
      env: { GITHUB_TOKEN: 'ghp_0123456789abcdefghij', TOOLSETS: 'repos,issues' },
      autoApprove: ['search'],
    },
    search: { url: 'https://example.org/mcp', headers: { Authorization: 'Bearer ${input:key}' } },
    broken: { command: ['npx'] },
  },
})

/** Every screen, for a world that `screen-world.ts` has made. */
export const screens: readonly Screen[] = [
  { name: 'chat-calls', open: (page) => openChat(page, 'Calls of every kind') },
  { name: 'chat-asks', open: (page) => openChat(page, 'Waiting for a person') },
  {
    name: 'chat-edit',
    async open(page) {
      await openChat(page, 'Waiting for a person')
      const row = page.getByTestId('plan-row').first()
      await openRow(row)
      await row.getByRole('button', { name: /Edit|编辑/ }).click()
    },
  },
  { name: 'chat-markdown', open: (page) => openChat(page, 'Markdown') },
  { name: 'chat-broken', open: (page) => openChat(page, 'Broken off') },
  {
    name: 'tool-palette',
    async open(page) {
      await openChat(page, 'Markdown')
      await page.getByTestId('run-tool').click()
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'tool-form',
    async open(page) {
      await openChat(page, 'Markdown')
      await page.getByTestId('run-tool').click()
      await page.keyboard.type('every-schema')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
    },
  },
  {
    name: 'model-menu',
    async open(page) {
      await openChat(page, 'Markdown')
      await page.getByTestId('model-picker').click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'chat-servers',
    async open(page) {
      await openChat(page, 'Markdown')
      await page.getByTestId('servers-chip').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  serverTab('server-overview', 0),
  serverTab('server-tools', 1),
  serverTab('server-prompts', 2),
  serverTab('server-resources', 3),
  serverTab('server-permissions', 4),
  serverTab('server-settings', 5),
  serverTab('server-logs', 6),
  serverTab('server-traffic', 7),
  {
    name: 'server-failed',
    async open(page) {
      await section(page, 2)
      await chooseRow(page, 'exits')
      await main(page).getByRole('tab').first().click()
    },
  },
  {
    name: 'server-beside-traffic',
    async open(page) {
      await section(page, 2)
      await chooseRow(page, 'notes')
      await page.keyboard.press('Control+Alt+B')
    },
  },
  {
    name: 'add-server',
    async open(page) {
      await section(page, 2)
      await list(page).locator('header').getByRole('button').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'import-servers',
    async open(page) {
      await section(page, 2)
      await list(page).locator('header').getByRole('button').click()
      await page.getByRole('dialog').getByRole('button').nth(-3).click()
      const sheet = page.getByRole('dialog')
      // The cross, a file, a folder, text, cancel, review: it has looked everywhere.
      await expect(sheet.getByRole('button')).toHaveCount(6)
      await sheet.getByRole('button').nth(-3).click()
      await sheet.getByRole('textbox').last().fill(pasted)
      await sheet.locator('button[type="submit"]').click()
      await expect(sheet.getByRole('textbox').first()).toHaveValue('github')
    },
  },
  {
    name: 'activity-ask',
    async open(page) {
      await section(page, 3)
      await list(page).locator('[data-list-row]').first().click()
      await expect(page.getByTestId('approval-card')).toBeVisible()
    },
  },
  {
    name: 'activity-record',
    async open(page) {
      await section(page, 3)
      await list(page).locator('[data-list-row]').last().click()
    },
  },
  {
    name: 'workspace',
    async open(page) {
      await section(page, 4)
      await chooseRow(page, 'Website')
      await expect(main(page).getByRole('table')).toBeVisible()
    },
  },
  {
    name: 'workspace-empty',
    async open(page) {
      await section(page, 4)
      await chooseRow(page, 'Nothing yet')
    },
  },
  {
    name: 'workspace-new',
    async open(page) {
      await section(page, 4)
      await list(page).locator('header').getByRole('button').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  settingsPage('settings-general', 0),
  settingsPage('settings-models', 1),
  settingsPage('settings-permissions', 2),
  settingsPage('settings-keychain', 3),
  settingsPage('settings-about', 4),
  {
    name: 'connect-model',
    async open(page) {
      await section(page, 5)
      await list(page).locator('[data-list-row]').nth(1).click()
      await main(page).locator('header').getByRole('button').last().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'palette',
    async open(page) {
      await page.keyboard.press('Control+K')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'shortcuts',
    async open(page) {
      await section(page, 2)
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
]

/** Closes what lies over the window, whatever it is. */
export async function closeLayers(page: Page): Promise<void> {
  const layers = page.getByRole('dialog').or(page.getByRole('menu'))
  for (let round = 0; round < 4 && (await layers.count()) > 0; round += 1) {
    await page.keyboard.press('Escape')
    await layers
      .first()
      .waitFor({ state: 'hidden', timeout: 300 })
      .catch(() => undefined)
    // What is half filled in is not closed by Escape; its first button is the cross in its head.
    const cross = page.getByRole('dialog').getByRole('button').first()
    if (round > 0 && (await layers.count()) > 0) await cross.click()
  }
  await expect(layers).toHaveCount(0)
}
