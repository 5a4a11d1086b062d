import { test } from '../launch.ts'
import { largeResult } from './chat-large-result.ts'
import { openings } from './chat-openings.ts'
import { searches } from './chat-searches.ts'
import { streaming } from './chat-streaming.ts'
import { mainMeter } from './main-blocks.ts'
import { report, type Measure } from './measures.ts'
import { seedChats } from './seeded-chats.ts'

/** One part alone, by its name; all when it is not given. */
const part = process.env['GATEHOUSE_BENCH_PART']

test('a chat in the window', async ({ launch }) => {
  const gatehouse = await launch({ args: mainMeter })
  const long = await seedChats(gatehouse)
  const parts: Record<string, () => Promise<Measure[]>> = {
    openings: () => openings(gatehouse),
    streaming: () => streaming(gatehouse, long),
    searches: () => searches(gatehouse.page),
    result: () => largeResult(gatehouse),
  }
  if (part !== undefined && !(part in parts))
    throw new Error(`The parts are ${Object.keys(parts).join(', ')}.`)
  const measures: Measure[] = []
  for (const [name, measure] of Object.entries(parts)) {
    if (part === undefined || part === name) measures.push(...(await measure()))
  }
  report(measures)
})
