import type { Random } from '../random.mjs'
import type { World } from '../world.ts'
import type { Action } from './action.ts'
import { answerAll } from './answer-all.ts'
import { request } from '../../support/routes.ts'

const SHORT = { timeout: 1500 }
/** Buttons that start programs: the person of this attack only approves calls that the ledger knows. */
const starts = /Add and start|添加并启动|Start \d|^Allow and start/

const answers: readonly (readonly [weight: number, name: RegExp])[] = [
  [8, /^(Allow once|允许一次|(Write|Edit|Move) file|(写入|修改|移动)文件)$/],
  [2, /^(In this chat|在此对话中)$/],
  [2, /^(Don’t ask again|不再询问)$/],
  [2, /^(Deny…|拒绝…)$/],
  [1, /^(Edit arguments|编辑参数)$/],
  [2, /^(Decline|谢绝|拒绝)$/],
  [2, /^(Cancel|取消)$/],
]

/** Answers what waits, by the buttons of its card. */
async function answer(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  await page.keyboard.press('Escape')
  await page.keyboard.press(random.chance(0.5) ? 'Control+1' : 'Control+4')
  const name = random.weighted(answers.map(([weight, pattern]) => [weight, pattern] as const))
  const button = page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first()
  if (!(await button.isVisible())) return 'nothing waits'
  await button.click(SHORT)
  return String(name)
}

/** Lets what waits run: many calls, so that servers have their turn. */
async function answerMany(world: World, random: Random): Promise<string> {
  const count = await answerAll(world, () =>
    random.weighted([
      [8, 'allow-once'],
      [2, 'allow-in-chat'],
      [2, 'deny'],
    ] as const),
  )
  return `${count} answered`
}

const keys = [
  'Tab',
  'Tab',
  'Shift+Tab',
  'Enter',
  'Escape',
  'ArrowDown',
  'ArrowUp',
  'Space',
  'Control+K',
  'Control+N',
  'Control+1',
  'Control+2',
  'Control+3',
  'Control+4',
  'Control+5',
  'End',
  'Home',
  'PageDown',
  '?',
]

async function press(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  const pressed: string[] = []
  for (let count = random.int(1, 8); count > 0; count -= 1) {
    const key = random.pick(keys)
    const presses = key === 'Enter' || key === 'Space'
    if (presses && (await isUnderFocus(world, starts))) continue
    await page.keyboard.press(key)
    pressed.push(key)
  }
  return pressed.join(' ')
}

const isUnderFocus = (world: World, pattern: RegExp): Promise<boolean> =>
  world.subject.page.evaluate(
    (source) => new RegExp(source).test(document.activeElement?.textContent ?? ''),
    pattern.source,
  )

async function click(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  const share = { x: random.next(), y: random.next() }
  const spot = await page.evaluate(
    ([at, source]) => {
      const x = Math.floor(at.x * innerWidth)
      const y = Math.floor(at.y * innerHeight)
      const words =
        document.elementFromPoint(x, y)?.closest('button, a, [role=menuitem]')?.textContent ?? ''
      return { x, y, words: words.slice(0, 40), isStart: new RegExp(source).test(words) }
    },
    [share, starts.source] as const,
  )
  if (!spot.isStart) await page.mouse.click(spot.x, spot.y)
  return `${spot.x},${spot.y} ${spot.words}`
}

/** Opens what is folded: results, pictures, reasons. */
async function unfold(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+1')
  const folded = page.getByRole('main').locator('button[aria-expanded=false]')
  const count = await folded.count()
  if (count === 0) return 'nothing is folded'
  await folded.nth(random.int(0, count - 1)).click(SHORT)
  return `one of ${count}`
}

/** Goes to another chat of the list. */
async function visit(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  await page.keyboard.press('Escape')
  await page.keyboard.press(`Control+${random.pick([1, 1, 1, 2, 4])}`)
  const rows = page.locator('[data-list-row]')
  const count = await rows.count()
  if (count === 0) return 'nothing is listed'
  await rows.nth(random.int(0, Math.min(count, 12) - 1)).click(SHORT)
  return `one of ${count}`
}

async function scroll(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  for (let count = 0; count < 6; count += 1) await page.mouse.wheel(0, random.int(-4000, 4000))
  return 'scrolled'
}

async function resize(world: World, random: Random): Promise<string> {
  const size = { width: random.int(900, 1440), height: random.int(600, 900) }
  await world.subject.gatehouse.app.evaluate(
    ({ BrowserWindow }, to) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL() === 'app://gatehouse/')
        ?.setSize(to.width, to.height),
    size,
  )
  return `${size.width}x${size.height}`
}

async function change(world: World, random: Random): Promise<string> {
  const to = random.pick([
    { theme: 'dark' },
    { theme: 'light' },
    { language: 'en' },
    { language: 'zh-CN' },
  ] as const)
  await request(world.subject.page, 'app.change-settings', to)
  return JSON.stringify(to)
}

async function stop(world: World): Promise<string> {
  const button = world.subject.page.getByRole('button', { name: /^(Stop|停止)$/ }).first()
  if (!(await button.isVisible())) return 'nothing runs'
  await button.click(SHORT)
  return 'stopped'
}

export const personActions: Action[] = [
  { name: 'answer a card', weight: 4, run: answer },
  { name: 'answer what waits', weight: 14, run: answerMany },
  { name: 'press keys', weight: 5, run: press },
  { name: 'click somewhere', weight: 5, run: click },
  { name: 'unfold', weight: 4, run: unfold },
  { name: 'visit', weight: 6, run: visit },
  { name: 'scroll', weight: 2, run: scroll },
  { name: 'resize', weight: 1, run: resize },
  { name: 'change theme or language', weight: 1, run: change },
  { name: 'stop a turn', weight: 1, run: stop },
]
