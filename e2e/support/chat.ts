import type { Locator, Page } from 'playwright-core'
import { expect } from '../launch.ts'
import { allow, openConsentWindow } from './consent.ts'

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

/** The card of a call that waits, in a chat or in Activity, or its row where several of a step wait. */
function approvalCard(page: Page, tool: string) {
  const card = page
    .locator('[data-testid="approval-card"], [data-testid="plan-row"]')
    .filter({ has: page.getByText(tool, { exact: true }) })
  const press = async (name: string | RegExp): Promise<void> => {
    await openRow(card)
    const button = card.getByRole('button', { name })
    // As a person does. Told to click sooner, the driver tries again and again, and scrolls the card about.
    await expect(button).toBeEnabled()
    await button.click()
  }
  return {
    card,
    arguments: card.getByRole('group', { name: 'Arguments', exact: true }),
    allowOnce: () => press(/^(?:Allow once|允许一次|Write file|Edit file|Move file)/u),
    /** Consents to it in the window that asks whether it is meant, if there is one. */
    async allowInChat(): Promise<void> {
      await openRow(card)
      await chooseStanding(page, card, 'In this chat')
      // Of a tool that declares that it does no harm the press in the card is enough.
      await expect
        .poll(async () => openConsentWindow(page) !== undefined || (await card.count()) === 0)
        .toBe(true)
      if (openConsentWindow(page)) await allow(page)
    },
    /** The same for all chats. */
    async allowAlways(): Promise<void> {
      await openRow(card)
      await chooseStanding(page, card, 'Always')
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

/** Opens a row and comes to it, so that its buttons are there; a card has them at once. */
export async function openRow(card: Locator): Promise<void> {
  if ((await card.getAttribute('data-testid')) !== 'plan-row') return
  const fold = card.getByRole('button', { name: /^Details of|的详情$/ })
  if ((await fold.getAttribute('aria-expanded')) !== 'true') await fold.click()
  await card.focus()
}

/** Opens the row of a call in a plan, and allows it by its button. */
export async function allowRow(page: Page, tool: string): Promise<void> {
  const row = page
    .getByTestId('plan-row')
    .filter({ has: page.getByText(tool, { exact: true }) })
    .first()
  await openRow(row)
  const button = row.getByRole('button', { name: /^(?:Allow once|允许一次)/ })
  await expect(button).toBeEnabled()
  await button.click()
}

/** Chooses from the menu of a card where this tool, or another group of the menu, is allowed from now on. */
export async function chooseStanding(
  page: Page,
  card: Locator,
  where: string | RegExp,
  what: string | RegExp = /^(?:Allow this tool|允许此工具)$/,
): Promise<void> {
  const menu = card.getByRole('button', { name: /^(?:Don’t ask again|不再询问)$/ })
  await expect(menu).toBeEnabled()
  await menu.click()
  await page.getByRole('group', { name: what }).getByRole('menuitem', { name: where }).click()
}

/** Opens a call that is over, so that its arguments and result can be read. */
export async function openCall(call: Locator): Promise<void> {
  const toggle = call.getByRole('button', { name: /^Details of/ })
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
}

/** Chooses one of the rarer acts on the last message or answer. */
export async function actOn(
  page: Page,
  kind: 'user-message' | 'turn-footer',
  act: string,
): Promise<void> {
  await page.getByTestId(kind).last().getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}
