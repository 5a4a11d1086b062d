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
    await page.evaluate(readFileSync(require.resolve('axe-core'), 'utf8'))
  }
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
  }
  const { violations } = await page.evaluate((given) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    return axe.run(given)
  }, options)
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // Menus and tooltips lie over the page, outside of its landmarks, and are found by focus.
      .filter(({ html }) => id !== 'region' || !/role="(?:menu|tooltip|listbox)"|data-side=/.test(html))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n').at(1)?.trim() ?? ''}`),
  )
}
