import type { Locator, Page } from 'playwright-core'
import { expect } from '../launch.ts'
import { allow } from './consent.ts'

/** The chat that is open, as a person uses it. */
export function chat(page: Page) {
  const composer = page.getByRole('textbox', { name: 'Message' })
  const transcript = page.getByRole('region', { name: 'Transcript' })
  return {
    composer,
    transcript,
    answers: transcript.getByTestId('assistant-message'),
    /** Cards of all calls, whatever their state, in order. */
    calls: transcript.getByTestId('tool-call'),
    async send(text: string): Promise<void> {
      await composer.fill(text)
      // Just after a start the chat is not known yet, and nothing can be sent.
      await expect(page.getByTestId('send')).toBeEnabled()
      await composer.press('Enter')
      await expect(composer).toHaveValue('')
    },
    /** Goes to an empty chat and waits until that is the one shown. */
    async startNew(): Promise<void> {
      await page.keyboard.press('Control+N')
      await expect(page.getByTestId('user-message')).toHaveCount(0)
      await expect(composer).toHaveValue('')
    },
    stop: page.getByRole('button', { name: 'Stop', exact: true }),
    /** The card of a call that waits for the person. */
    approval: (tool: string) => approvalCard(page, tool),
  }
}

/** The card of a call that waits, in a chat or in Activity. */
function approvalCard(page: Page, tool: string) {
  const card = page
    .getByTestId('approval-card')
    .filter({ has: page.getByText(tool, { exact: true }) })
  const press = async (name: string | RegExp): Promise<void> => {
    const button = card.getByRole('button', { name })
    // As a person does. Told to click sooner, the driver tries again and again, and scrolls the card about.
    await expect(button).toBeEnabled()
    await button.click()
  }
  return {
    card,
    arguments: card.getByRole('group', { name: 'Arguments', exact: true }),
    allowOnce: () => press(/^(?:Allow once|Write file|Edit file|Move file)/u),
    /** Consents to it in the window that asks whether it is meant. */
    async allowInChat(): Promise<void> {
      await press('Allow in this chat')
      await allow(page)
    },
    /** The same for all chats. */
    async allowAlways(): Promise<void> {
      await press('Always allow')
      await allow(page)
    },
    edit: () => press('Edit arguments'),
    async deny(reason: string): Promise<void> {
      await press('Deny…')
      const field = card.getByRole('textbox', { name: /^Reason/ })
      await field.fill(reason)
      await field.press('Enter')
    },
  }
}

/** Opens a call that is over, so that its arguments and result can be read. */
export async function openCall(call: Locator): Promise<void> {
  const toggle = call.getByRole('button', { name: /^Details of/ })
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
}
