import type { Page } from 'playwright-core'
import { expect } from '../launch.ts'

/** Conditions that hold for any page, whatever it shows. */
export async function expectNothingRan(page: Page): Promise<void> {
  const seen = await page.evaluate(() => ({
    injected: '__fixtureInjected' in globalThis,
    foreign: [
      ...document.querySelectorAll(
        'iframe, object, embed, svg[onload], img[onerror], script:not([src])',
      ),
    ].map(({ outerHTML }) => outerHTML),
    images: [...document.images].map(({ src }) => src).filter((src) => !src.startsWith('data:')),
    links: [...document.links].map(({ href }) => href).filter((href) => !/^https?:/.test(href)),
  }))
  expect(seen).toEqual({ injected: false, foreign: [], images: [], links: [] })
}
