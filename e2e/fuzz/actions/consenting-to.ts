import type { Page } from 'playwright-core'
import { consenting, openConsentWindow, refuseConsent } from '../../support/consent.ts'

/** A few windows may wait behind the one that is open. */
const MOST_WAITING = 8

/** Closes whatever asks for consent, so that nothing else than what is meant can be consented to. */
export async function refuseAll(page: Page): Promise<void> {
  for (let count = 0; count < MOST_WAITING; count += 1) {
    await refuseConsent(page)
    await page.waitForTimeout(50)
    if (!openConsentWindow(page)) return
  }
}

/** Resolves to the result of work that the person consents to, after everything else was refused. */
export async function consentingTo<Value>(page: Page, work: () => Promise<Value>): Promise<Value> {
  await refuseAll(page)
  return consenting(page, work())
}

/** Resolves to the result of work for which consent is asked; each consent window is closed unread. */
export async function refusing<Value>(page: Page, work: Promise<Value>): Promise<Value> {
  const state = { isOver: false }
  const end = (): void => void (state.isOver = true)
  work.then(end, end)
  while (!state.isOver) {
    await refuseConsent(page)
    await page.waitForTimeout(20)
  }
  return work
}
