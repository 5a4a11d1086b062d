import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test as base } from '@playwright/test'
import type { Page } from 'playwright-core'
import { nightly } from '../nightly.ts'
import { findViolations } from '../support/screens/accessibility.ts'
import { settle } from '../support/inspect.ts'
import { findLayoutFaults } from '../support/screens/layout.ts'
import { takePicture } from '../support/results.ts'
import { listenForProblems, urlOf } from './browser-window.ts'
import { sizes } from './sizes.ts'

const stories = readdirSync(resolve(import.meta.dirname, '../../packages/ui/gallery/stories'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => basename(path, '.tsx'))

interface Look {
  theme: 'light' | 'dark'
  language: 'en' | 'zh-CN'
  /** Stories that have it by day; the others have it by night. */
  byDay?: RegExp
}

/** Each differs from the one before it in one thing. */
const looks: readonly Look[] = [
  { theme: 'light', language: 'en', byDay: /./ },
  { theme: 'dark', language: 'en' },
  // What is consented to, and what is read all day.
  { theme: 'dark', language: 'zh-CN', byDay: /^(?:asks|chat|consent)/ },
  { theme: 'light', language: 'zh-CN' },
]

interface Gallery {
  page: Page
  /** Problems since the last call. */
  takeProblems(): string[]
}

/** Loading the page costs more than looking at a story: those of one worker share a page, in which a story replaces another. */
const test = base.extend<object, { gallery: Gallery }>({
  gallery: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      const problems = listenForProblems(page)
      // What streams comes at once.
      await page.goto(`${urlOf('GATEHOUSE_GALLERY_URL')}?bare=1&chunk=20000`)
      await use({ page, takeProblems: () => problems.splice(0) })
      await page.close()
    },
    { scope: 'worker' },
  ],
})

for (const story of stories)
  test.describe(story, () => {
    // One after another in one worker, so that a story is drawn once for all its looks.
    test.describe.configure({ mode: 'default' })
    for (const look of looks)
      test(
        `is without faults, ${look.theme}, ${look.language}`,
        look.byDay?.test(story) === true ? {} : nightly(),
        async ({ gallery }) => {
          const { page, takeProblems } = gallery
          await show(page, story, look)
          const faults: string[] = []
          for (const size of sizes) {
            await page.setViewportSize(size)
            await settle(page)
            const found = await findLayoutFaults(page)
            faults.push(...found.map((fault) => `at ${size.width}: ${fault}`))
            await takePicture(page, `browser/${story}-${look.language}-${look.theme}-${size.width}`)
          }
          // A theme changes colours alone.
          const rules = look.theme === 'dark' ? ['color-contrast'] : undefined
          faults.push(...(await findViolations(page, rules)))
          expect(faults).toEqual([])
          expect(takeProblems()).toEqual([])
        },
      )
  })

/** Changes the address as the gallery's own list and switches do, without a new page. */
async function show(page: Page, story: string, { theme, language }: Look): Promise<void> {
  await page.evaluate(
    (change) => {
      const query = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries(change)) query.set(name, value)
      history.replaceState(null, '', `?${query.toString()}`)
      dispatchEvent(new PopStateEvent('popstate'))
    },
    { story, theme, lang: language },
  )
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-theme', theme)
  await expect(root).toHaveAttribute('lang', language)
  // The screens of the app are loaded after their frame.
  await expect(page.locator('h1').first()).toBeAttached()
}
