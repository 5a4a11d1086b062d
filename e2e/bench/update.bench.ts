import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ElectronApplication, Page } from 'playwright-core'
import { launchGatehouse, test, type Gatehouse } from '../launch.ts'
import { writeOldProfile } from '../support/old-profile.ts'
import { request } from '../support/routes.ts'
import { longestOfMain, mainMeter, type MainBlock } from './main-blocks.ts'
import { atMost, report } from './measures.ts'

/** About 200 MB of results, and 20,000 entries whose words are taken in afterwards. */
const history = { turns: 5000, resultSize: 40_000 }
const LIMIT_MS = 50
const WORDS_LIMIT_MS = 600_000

test('main while an old profile is updated', async () => {
  const userData = mkdtempSync(join(tmpdir(), 'gatehouse-bench-old-'))
  await writeOldProfile(userData, history)
  let looked: Promise<MainBlock[]> = Promise.resolve([])
  const gatehouse = await launchGatehouse({
    userData,
    args: mainMeter,
    onStarted: (app) => {
      looked = whileUpdated(app)
      looked.catch(() => undefined)
    },
  })
  try {
    const update = longest(await looked)
    const words = longest(await whileWordsAreTakenIn(gatehouse))
    report([
      row('Longest that main kept others waiting during the update', update),
      row('… while words are taken in afterwards', words),
    ])
  } finally {
    await gatehouse.dispose()
    rmSync(userData, { recursive: true, force: true, maxRetries: 20 })
  }
})

const row = (what: string, { own, late }: MainBlock) =>
  atMost(what, own, {
    limit: LIMIT_MS,
    beside: `${Math.round(late)} ms with other processes’ turns`,
  })

function longest(blocks: readonly MainBlock[]): MainBlock {
  if (blocks.length === 0) throw new Error('It was over before it was looked at.')
  return {
    own: Math.max(...blocks.map(({ own }) => own)),
    late: Math.max(...blocks.map(({ late }) => late)),
    busy: Math.max(...blocks.map(({ busy }) => busy)),
  }
}

/** From the moment its window is there until that is closed. */
async function whileUpdated(app: ElectronApplication): Promise<MainBlock[]> {
  const isIt = (page: Page): boolean => page.url().startsWith('data:text/html')
  let page = app.windows().find(isIt)
  while (!page) {
    await delay(20)
    page = app.windows().find(isIt)
  }
  await longestOfMain(app)
  const blocks: MainBlock[] = []
  for (;;) {
    await delay(200)
    const block = await longestOfMain(app)
    // What came after it is the start of the host.
    if (page.isClosed()) return blocks
    blocks.push(block)
  }
}

async function whileWordsAreTakenIn({ app, page }: Gatehouse): Promise<MainBlock[]> {
  // The start itself is over.
  await delay(3000)
  await longestOfMain(app)
  const blocks: MainBlock[] = []
  const until = performance.now() + WORDS_LIMIT_MS
  while ((await request(page, 'chat.search', { query: 'x' })).isIndexing) {
    if (performance.now() > until) throw new Error('The words are not all taken in.')
    await delay(500)
    blocks.push(await longestOfMain(app))
  }
  return blocks
}
