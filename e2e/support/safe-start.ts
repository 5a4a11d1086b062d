import type { Page } from 'playwright-core'
import { expect } from '../launch.ts'

/** The note of the window after a crash, and the two buttons that it offers. */
export function safeStart(page: Page) {
  const note = page.getByRole('status').filter({ hasText: /did not quit properly|was reopened/ })
  return {
    note,
    openChat: note.getByRole('button', { name: 'Open chat' }),
    startServers: note.getByRole('button', { name: /^Start servers?$/ }),
  }
}

/** Lets everything go on that a crash held back. */
export async function resumeAfterCrash(page: Page): Promise<void> {
  const { note, openChat, startServers } = safeStart(page)
  await expect(note).toBeVisible()
  for (const button of [startServers, openChat]) if (await button.isVisible()) await button.click()
  await expect(note).toHaveCount(0)
}
