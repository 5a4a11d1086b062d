import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { refuseConsent } from '../../support/consent.ts'
import { request } from '../../support/routes.ts'
import { addServer, waitForServer } from '../../support/servers.ts'
import type { Random } from '../random.mjs'
import { hostileView, viewServer, type RecordingServer, type World } from '../world.ts'
import type { Action } from './action.ts'
import { answerAll } from './answer-all.ts'
import { refuseAll } from './consenting-to.ts'
import { actWithoutPress, STALE_MS } from './presses.ts'

const OPENING_MS = 6000
/** Milliseconds between two looks at the window. */
const LOOK_MS = 150

/** The server whose tool has the hostile interface: the one that is there, else another one. */
async function serverWithView(world: World): Promise<RecordingServer> {
  const { page } = world.subject
  const listed = await request(page, 'server.list', {})
  const known = world.servers.findLast(
    ({ tag, id }) => tag.startsWith('view-') && listed.some(({ config }) => config.id === id),
  )
  if (known) {
    const view = listed.find(({ config }) => config.id === known.id)
    if (view?.connection.status !== 'ready') await request(page, 'server.start', { id: known.id })
    await waitForServer(page, known.id, 'ready')
    return known
  }
  const tag = `view-${world.servers.length + 1}`
  const folder = join(world.folder, tag)
  mkdirSync(folder)
  copyFileSync(hostileView, join(folder, 'view.html'))
  world.ledger.approve(tag)
  await refuseAll(page)
  const args = ['-r', world.ledger.launchScript(tag), viewServer, folder]
  const { config } = await addServer(page, { command: process.execPath, args }, { name: tag })
  const server = { tag, id: config.id, calls: join(folder, 'calls') }
  world.servers.push(server)
  return server
}

/** The facts of the window that a hostile view could change. */
interface Look {
  /** Words of cards of questions that a view lies over. */
  covered: string[]
  /** Ids of the questions whose cards are drawn, and the heights of the frames of views. */
  cards: string
  heights: string
  /** Views higher than they may be. */
  tall: number
}

const look = (world: World): Promise<Look> =>
  world.subject.page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('[data-ask-card]')]
    const isCovered = (button: Element): boolean => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return at?.closest('[data-testid=app-view]') != null
    }
    const frames = [...document.querySelectorAll<HTMLElement>('[data-testid=app-view] iframe')]
    const inline = frames.filter((frame) => frame.closest('[data-mode=inline]'))
    return {
      covered: cards.flatMap((card) =>
        [...card.querySelectorAll('button')].filter(isCovered).map((one) => one.textContent),
      ),
      cards: cards.map((card) => card.dataset['askCard']).join(' '),
      heights: inline.map((frame) => `${frame.title} ${frame.offsetHeight}`).join(' '),
      tall: inline.filter(({ offsetHeight }) => offsetHeight > innerHeight * 0.75 + 1).length,
    }
  })

/** A view attacks while questions come up; nothing that it does may reach anybody. */
async function runView(world: World, random: Random): Promise<string> {
  const { subject, probe } = world
  const { page } = subject
  const breach = (words: string): void => subject.breach('apps', words)
  const { id: serverId } = await serverWithView(world)
  const { id } = await request(page, 'chat.create', {})
  const given = { name: `${random.int(1, 1e9)} ${probe.target}` }
  await request(page, 'chat.run-tool', {
    id,
    serverId,
    toolName: 'show_board',
    arguments: given,
  })
  await page.keyboard.press('Escape')
  await request(page, 'window.show-place', { place: { section: 'chats', conversationId: id } })
  await answerAll(world, () => 'allow-once')
  const view = page.locator('[data-testid=app-view][data-state=open]').last()
  await view.waitFor({ timeout: OPENING_MS })
  const until = Date.now() + STALE_MS
  let before = await look(world)
  let looks = 0
  while (Date.now() < until) {
    await page.waitForTimeout(LOOK_MS)
    await refuseConsent(page)
    const now = await look(world)
    looks += 1
    for (const words of now.covered) breach(`A view lies over “${words}”`)
    if (now.tall > 0) breach('A view is higher than it may be')
    const isSame = now.cards === before.cards && now.cards !== ''
    // One that ended takes its frame away.
    const isAsMany = now.heights.split(' ').length === before.heights.split(' ').length
    if (isSame && isAsMany && now.heights !== before.heights)
      breach(`A view changed its size while a question was open: ${now.heights}`)
    before = now
  }
  const accepted = await actWithoutPress(world, random)
  if (accepted > 0) breach(`${accepted} acts were done by presses of a view`)
  if (probe.received() > 0) breach(`${probe.received()} packets came from a sealed view`)
  return `${looks} looks, ${before.cards === '' ? 'no' : 'with'} questions`
}

export const appActions: Action[] = [{ name: 'run a hostile interface', weight: 3, run: runView }]
