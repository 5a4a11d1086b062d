import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Where tests leave what is looked at afterwards; each of two runs at once is given its own. */
export const output = process.env['GATEHOUSE_TEST_OUTPUT'] ?? join(import.meta.dirname, '..', 'out')

const pictures =
  process.env['GATEHOUSE_TEST_PICTURES'] ?? join(import.meta.dirname, '..', 'screenshots')

/** True if pictures are taken: only for a person to look at, as they take as long as the checks. */
export const takesPictures = process.env['GATEHOUSE_PICTURES'] === '1'

/** Takes a picture of the page as it is now, where pictures are wanted. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (takesPictures) await page.screenshot({ path: join(pictures, `${name}.png`) })
}
