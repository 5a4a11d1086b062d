import type { Page } from 'playwright-core'
import { expect } from '../launch.ts'
import { allow } from './consent.ts'

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
    async enter(values: { kind?: 'Anthropic'; url: string; key: string }): Promise<void> {
      if (values.kind) await dialog.getByRole('tab', { name: values.kind }).click()
      await dialog.getByRole('textbox', { name: 'URL' }).fill(values.url)
      await dialog.getByLabel('API key', { exact: true }).fill(values.key)
    },
    /** Whether a question comes first depends on whether the address was allowed already. */
    test: () => press('Test'),
    async connect({ allowed = false } = {}): Promise<void> {
      await press('Connect')
      if (!allowed) await allow(page)
      await expect(dialog).toBeHidden()
    },
  }
}
