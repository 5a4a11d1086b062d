/** Measures the time until a chat can be read, and the work of main and the window for it. */
import type { Gatehouse } from '../launch.ts'
import type { Page } from 'playwright-core'
import { longestOfMain } from './main-blocks.ts'
import { atMost, median, type Measure } from './measures.ts'
import { LONG, SHORT } from './seeded-chats.ts'
import { watchWindow } from './window-meter.ts'

const OPENINGS = 7

/** From the press on a row of the list to the last answer in view, in the page's own time. */
export async function openings({ page, app }: Gatehouse): Promise<Measure[]> {
  const window = await watchWindow(page)
  const times: number[][] = [[], []]
  const tasks: number[] = []
  const blocks: number[] = []
  for (let round = 0; round <= OPENINGS; round += 1) {
    for (const [index, { title, turns }] of [SHORT, LONG].entries()) {
      await page.keyboard.press('Control+N')
      await page.waitForTimeout(400)
      await window.take()
      await longestOfMain(app)
      const took = await openChat(page, title, turns)
      await page.waitForTimeout(300)
      const { wholeTasks } = await window.take()
      const { own } = await longestOfMain(app)
      if (round === 0) continue
      times[index]?.push(took)
      if (index === 1) tasks.push(Math.max(0, ...wholeTasks))
      if (index === 1) blocks.push(own)
    }
  }
  const [short = Number.NaN, long = Number.NaN] = times.map(median)
  const ratio = long / short
  return [
    atMost('Open a chat of 10 messages', short, { limit: 200 }),
    atMost('Open a chat of 100,000 messages', long, { limit: 200 }),
    {
      what: '… against the short one',
      seen: `${ratio.toFixed(2)}x`,
      target: 'at most 1.3x',
      isMet: ratio <= 1.3,
    },
    atMost('Longest that main kept others waiting by it', median(blocks), { limit: 20 }),
    atMost('Longest task of the window by it (0: none over 50 ms)', median(tasks), { limit: 50 }),
  ]
}

/** Opens a chat by its row; resolves to the milliseconds until its last answer is drawn. */
export function openChat(page: Page, title: string, turns: number): Promise<number> {
  return page.evaluate(
    async ([name, last]) => {
      const rows = [
        ...document.querySelectorAll<HTMLElement>('[data-section-list] [data-list-row]'),
      ]
      const row = rows.find((one) => one.textContent.startsWith(name))
      if (!row) throw new Error(`There is no chat ${name}.`)
      const started = performance.now()
      row.click()
      const isThere = () => {
        const answer = [...document.querySelectorAll('[data-testid="assistant-message"]')].at(-1)
        const box = answer?.getBoundingClientRect()
        return answer?.textContent.includes(last) && box && box.bottom > 0 && box.top < innerHeight
      }
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
      // Drawn, not only laid out.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return performance.now() - started
    },
    [title, `Answer ${turns - 1}.`] as const,
  )
}
