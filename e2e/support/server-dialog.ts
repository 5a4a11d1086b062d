import type { StdioCommand } from '@gatehouse/testkit'
import type { Locator, Page } from 'playwright-core'
import { expect } from '../launch.ts'
import { allow, consentWindow } from './consent.ts'

export interface CommandDraft extends StdioCommand {
  name: string
  env?: { name: string; value: string }[]
  cwd?: string
}

export interface UrlDraft {
  name: string
  url: string
  headers?: { name: string; value: string }[]
}

/** The sheet that adds a server, as a person uses it. */
export function serverDialog(page: Page) {
  const sheet = page.getByRole('dialog', { name: 'Add a server' })
  return {
    sheet,
    async fillCommand(draft: CommandDraft): Promise<void> {
      await sheet.getByRole('textbox', { name: 'Command', exact: true }).fill(draft.command)
      for (const [index, argument] of draft.args.entries()) {
        await sheet.getByRole('button', { name: 'Add argument' }).click()
        await sheet.getByLabel(`Argument ${index + 1}`, { exact: true }).fill(argument)
      }
      await fillRows(sheet, 'variable', draft.env ?? [])
      if (draft.cwd !== undefined) await sheet.getByLabel('Working directory').fill(draft.cwd)
      await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill(draft.name)
    },
    async fillUrl(draft: UrlDraft): Promise<void> {
      await sheet.getByRole('tab', { name: 'URL' }).click()
      await sheet.getByRole('textbox', { name: 'URL', exact: true }).fill(draft.url)
      await fillRows(sheet, 'header', draft.headers ?? [])
      await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill(draft.name)
    },
    /** Goes on to what will run, in a window of its own; nothing does yet. */
    async review(): Promise<Page> {
      await sheet.getByRole('button', { name: 'Review what will run' }).click()
      const window = await consentWindow(page)
      await expect(window.getByRole('heading', { name: 'Review what will run' })).toBeVisible()
      return window
    },
    /** Reads it all and consents. */
    async addAndStart(): Promise<void> {
      await allow(page)
      await expect(sheet).toBeHidden()
    },
  }
}

async function fillRows(
  sheet: Locator,
  kind: 'variable' | 'header',
  rows: { name: string; value: string }[],
): Promise<void> {
  for (const [index, { name, value }] of rows.entries()) {
    await sheet.getByRole('button', { name: `Add ${kind}` }).click()
    await sheet.getByLabel(`Name of ${kind} ${index + 1}`).fill(name)
    await sheet.getByLabel(`Value of ${kind} ${index + 1}`).fill(value)
  }
}
