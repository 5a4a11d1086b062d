/** Measures a search over all messages, requested by the window. */
import type { Page } from 'playwright-core'
import { request } from '../support/routes.ts'
import { atMost, percentile, type Measure } from './measures.ts'

export async function searches(page: Page): Promise<Measure[]> {
  const until = performance.now() + 300_000
  const isIndexing = async () => (await request(page, 'chat.search', { query: 'x' })).isIndexing
  while (await isIndexing()) {
    if (performance.now() > until) throw new Error('The words of the chats are not all taken in.')
    await page.waitForTimeout(1000)
  }
  const times = async (words: readonly string[]) => {
    const took: number[] = []
    for (let round = 0; round < 20; round += 1)
      for (const query of words)
        took.push(
          await page.evaluate(async (asked) => {
            const { bridge } = globalThis as unknown as {
              bridge: { request(route: string, input: unknown): Promise<{ ok: boolean }> }
            }
            const started = performance.now()
            const { ok } = await bridge.request('chat.search', { query: asked })
            if (!ok) throw new Error('The search failed.')
            return performance.now() - started
          }, query),
        )
    return percentile(took, 95)
  }
  const english = ['question 41', 'answer 7', 'sentence', '"a sentence of it"', 'nowhere']
  const chinese = ['第 41', '缓存', '夜间构建', '回答', '没有这些字']
  return [
    atMost('Search over 100,000 messages, English, p95', await times(english), { limit: 30 }),
    atMost('… Chinese, p95', await times(chinese), { limit: 30 }),
  ]
}
