import type { Page } from 'playwright-core'
import { expect } from '../../launch.ts'
import { allow } from '../consent.ts'

/** The dialog that connects a model, as a person uses it. */
export function modelDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  return {
    dialog,
    async open(): Promise<void> {
      await page.getByRole('button', { name: 'Connect a model' }).first().click()
      await expect(dialog).toBeVisible()
    },
    /** By the name of a preset. */
    async choose(provider: string): Promise<void> {
      await dialog.getByRole('combobox', { name: 'Provider' }).click()
      await page.getByRole('option', { name: provider, exact: true }).click()
    },
    async enter(values: { url: string; key: string }): Promise<void> {
      await dialog.getByRole('textbox', { name: 'URL' }).fill(values.url)
      await dialog.getByLabel('API key', { exact: true }).fill(values.key)
    },
    /** The address may be allowed already: then no question comes first. */
    test: () => press('Test'),
    async connect({ allowed = false } = {}): Promise<void> {
      await press('Connect')
      if (!allowed) await allow(page)
      await expect(dialog).toBeHidden()
    },
  }
}
