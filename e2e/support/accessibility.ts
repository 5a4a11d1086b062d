import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Every axe violation of the window as it is now, one line for each element. */
export async function findViolations(page: Page): Promise<string[]> {
  // The other mode opens a page of its own, which Electron has not got.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n').at(1)?.trim() ?? ''}`),
  )
}
