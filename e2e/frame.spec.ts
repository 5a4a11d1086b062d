import { fixtureServerCommand } from '@gatehouse/testkit'
import { expect, test, type Gatehouse } from './launch.ts'
import { chat } from './support/chat.ts'
import { findLayoutFaults } from './support/screens/layout.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { addServer, openServer } from './support/servers.ts'

const rail = ({ page }: Gatehouse) => page.getByRole('navigation', { name: 'Sections' })
const background = ({ page }: Gatehouse) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const light = 'rgb(251, 251, 250)'
const dark = 'rgb(22, 22, 20)'

test('the first window can be used at once', async ({ launch }) => {
  const gatehouse = await launch()
  const { page } = gatehouse
  await expect(chat(page).composer).toBeFocused()
  await page.keyboard.type('I can type at once')
  await expect(chat(page).composer).toHaveValue('I can type at once')
  proves('frame.first-window.composer')
  await expect(rail(gatehouse).getByRole('button')).toHaveText(['', '', '', '', '', ''])
  const names = await rail(gatehouse)
    .getByRole('button')
    .evaluateAll((nodes) => nodes.map((node) => node.ariaLabel))
  expect(names).toEqual([
    'Chats',
    'Servers',
    'Activity',
    'Workspaces',
    'Search and commands',
    'Settings',
  ])
  await expect(rail(gatehouse).getByRole('button', { name: 'Chats' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  proves('frame.first-window.rail')

  const cards = page.getByRole('region', { name: 'Get started' })
  await expect(cards.getByRole('heading')).toHaveText(['Connect a model', 'Add a server'])
  proves('frame.first-window.cards')
  await cards.getByRole('button', { name: 'Dismiss “Connect a model”' }).click()
  await expect(cards.getByRole('heading')).toHaveText(['Add a server'])
  await gatehouse.restart()
  const kept = gatehouse.page.getByRole('region', { name: 'Get started' })
  await expect(kept.getByRole('heading')).toHaveText(['Add a server'])
  proves('frame.first-window.dismissed')
  expect(gatehouse.problems).toEqual([])
})

test(
  'the theme follows the system, and a setting overrides it',
  nightly(
    'frame.theme.follows',
    'frame.theme.overrides',
    'frame.theme.kept',
    'frame.theme.returns',
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => background(gatehouse)).toBe(dark)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => background(gatehouse)).toBe(light)
    proves('frame.theme.follows')
    await page.keyboard.press('Control+5')
    await page.getByRole('radio', { name: 'Dark' }).click()
    await expect.poll(() => background(gatehouse)).toBe(dark)
    proves('frame.theme.overrides')
    await gatehouse.restart()
    await gatehouse.page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => background(gatehouse)).toBe(dark)
    proves('frame.theme.kept')
    await gatehouse.page.keyboard.press('Control+5')
    await gatehouse.page.getByRole('radio', { name: 'Same as system' }).first().click()
    await expect.poll(() => background(gatehouse)).toBe(light)
    proves('frame.theme.returns')
  },
)

test(
  'the language switches at once and is kept',
  nightly('frame.language.switches', 'frame.language.kept'),
  async ({ gatehouse }) => {
    await gatehouse.page.keyboard.press('Control+5')
    await gatehouse.page.getByRole('radio', { name: '简体中文' }).click()
    await expect(gatehouse.page.getByRole('heading', { level: 1, name: '通用' })).toBeVisible()
    await expect(gatehouse.page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    proves('frame.language.switches')
    await gatehouse.restart()
    const { page } = gatehouse
    await expect(
      page.getByRole('region', { name: '开始' }).or(page.getByRole('main')),
    ).not.toHaveCount(0)
    await expect(page.getByRole('heading', { name: '添加服务器' })).toBeVisible()
    // No word of the other language is left on the screen; names of the app and keys are not words.
    const latin = await page.evaluate(() =>
      document.body.innerText.replace(/Gatehouse|MCP|API/g, '').match(/[A-Za-z]{3,}/g),
    )
    expect(latin).toBeNull()
    proves('frame.language.kept')
  },
)

test(
  'a Chinese system gets a Chinese window',
  nightly('frame.language.system'),
  async ({ launch }) => {
    const { page } = await launch({
      args: ['--lang=zh-CN'],
      env: { LANGUAGE: 'zh_CN', LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8' },
    })
    await expect(page.getByRole('heading', { name: '添加服务器' })).toBeVisible()
    proves('frame.language.system')
  },
)

test(
  'sections, the palette and a new chat are reached by keyboard alone',
  nightly(
    'frame.keyboard.sections',
    'frame.keyboard.palette',
    'frame.keyboard.help',
    'frame.keyboard.new-chat',
    'frame.keyboard.focus',
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const heading = page.getByRole('heading', { level: 1 })
    for (const [keys, name] of [
      ['Control+2', 'Servers'],
      ['Control+3', 'Activity'],
      ['Control+4', 'Workspaces'],
      ['Control+,', 'General'],
      ['Control+1', 'New chat'],
    ] as const) {
      await page.keyboard.press(keys)
      await expect(heading).toHaveText(name)
      const focused = () => page.evaluate(() => document.activeElement?.tagName)
      await expect.poll(focused, `focus after ${keys}`).not.toBe('BODY')
    }
    proves('frame.keyboard.sections')
    await page.keyboard.press('Control+K')
    await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused()
    await page.keyboard.type('theme dark')
    await page.keyboard.press('Enter')
    await expect.poll(() => background(gatehouse)).toBe(dark)
    await page.keyboard.press('Control+K')
    await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused()
    await page.keyboard.type('add a server')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Paste, drop or type' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    proves('frame.keyboard.palette')

    // A question mark is text where one types, and help elsewhere.
    await chat(page).composer.focus()
    await page.keyboard.type('Why?')
    await expect(chat(page).composer).toHaveValue('Why?')
    await page.keyboard.press('Control+2')
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(shortcuts).toContainText('Go to Servers')
    await expect(shortcuts.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(shortcuts).toBeHidden()
    proves('frame.keyboard.help')

    await page.keyboard.press('Control+N')
    await expect(chat(page).composer).toBeFocused()
    await expect(chat(page).composer).toHaveValue('')
    await expect(
      page.getByRole('navigation', { name: 'Chats' }).locator('[data-list-row]'),
    ).toHaveCount(2)
    proves('frame.keyboard.new-chat')
    await page.keyboard.press('Control+2')
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab')
      const place = await page.evaluate(() => {
        const node = document.activeElement
        const box = node?.getBoundingClientRect()
        return node === document.body || (box !== undefined && box.width > 0 && box.height > 0)
      })
      expect(place).toBe(true)
    }
    proves('frame.keyboard.focus')
  },
)

/** The right panel over the main pane: it is closed by each of its ways, and the focus goes back. */
async function lookAtSidePanel({ page }: Gatehouse): Promise<void> {
  await addServer(page, fixtureServerCommand({ features: ['echo'] }), { name: 'notes' })
  // Its row is in the list that lies over the content.
  await openServer(page, 'notes')
  await expect(page.getByRole('navigation', { name: 'Servers' })).toBeHidden()
  proves('frame.narrow.choice')
  const toggle = page.getByRole('button', { name: 'Show Traffic' })
  const panel = page.getByRole('complementary', { name: 'Right panel' })
  const close = panel.getByRole('button', { name: 'Close', exact: true })
  for (const leave of [
    () => close.click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(80, 400),
  ]) {
    await toggle.click()
    await expect(close).toBeFocused()
    expect(await findLayoutFaults(page)).toEqual([])
    await leave()
    await expect(panel).toBeHidden()
    await expect(toggle).toBeFocused()
  }
  await page.keyboard.press('Control+1')
}

test(
  'the smallest window holds all that is in it, and its list opens',
  nightly(
    'frame.narrow.choice',
    'frame.narrow.smallest',
    'frame.narrow.list',
    'frame.narrow.side',
    'frame.narrow.large',
  ),
  async ({ gatehouse }) => {
    const { page, app } = gatehouse
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setContentSize(500, 300),
    )
    await page.waitForFunction(() => innerWidth < 1000)
    const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    expect(size.width).toBeGreaterThanOrEqual(620)
    expect(size.height).toBeGreaterThanOrEqual(560)
    expect(await findLayoutFaults(page)).toEqual([])
    proves('frame.narrow.smallest')
    await page.getByRole('button', { name: 'Show list' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeHidden()
    proves('frame.narrow.list')
    await lookAtSidePanel(gatehouse)
    proves('frame.narrow.side')
    // Text twice as large, as a person may set it.
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wide).toBe(0)
    proves('frame.narrow.large')
  },
)
