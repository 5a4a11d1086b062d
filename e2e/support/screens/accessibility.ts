import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const require = createRequire(import.meta.url)

/**
 * Every axe violation of the window as it is now, one line for each element. Its rules are put into
 * the page once; what the driver runs is exempt from the content policy.
 *
 * @param rules only these; all when absent
 */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'))
  }
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
  }
  return await page.evaluate(async (given) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    // Halfway between two states a colour is none of ours.
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    // One that is paused, or not drawn, never ends.
    const limit = new Promise((resolve) => setTimeout(resolve, 3000))
    await Promise.race([Promise.allSettled(passing.map(({ finished }) => finished)), limit])
    const { violations } = await axe.run(given)
    // Menus and tooltips lie over the page, outside of its landmarks; focus leads to them.
    const liesOver = (selector: string) =>
      document.querySelector(selector)?.closest('[data-base-ui-portal]') !== null
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ target }) => id !== 'region' || !liesOver(target.join(' ')))
        .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    )
  }, options)
}
