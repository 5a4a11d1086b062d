import { join } from 'node:path'
import { fixtureServerCommand } from '@gatehouse/testkit'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { chat } from './support/chat.ts'
import { changeLanguage, inspect, resize } from './support/inspect.ts'
import { connectScripted } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { request } from './support/routes.ts'
import { seedChat } from './support/models/seed-chat.ts'
import { addServer } from './support/servers.ts'

/** When a seeded question was asked, and its day where this runs. */
const askedAt = (n: number): number => 1_700_000_000_000 + n * 60_000
const dayOf = (at: number): string => {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The list over the chat, where the window has no room for both. */
async function inNarrowWindows(gatehouse: Gatehouse): Promise<void> {
  const { page } = gatehouse
  for (const width of [900, 640]) {
    await resize(gatehouse, { width, height: 800 })
    if (width === 900) await page.getByRole('button', { name: '显示列表' }).click()
    await expect(page.getByRole('button', { name: '移除筛选条件：模型：scripted' })).toBeVisible()
    await takePicture(page, `chat-search-nothing-zh-${width}`)
    await page.getByRole('button', { name: /^筛选消息/ }).click()
    await expect(page.getByRole('dialog', { name: '筛选消息' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await takePicture(page, `chat-search-filter-zh-${width}`)
    await page.keyboard.press('Escape')
  }
  await resize(gatehouse, { width: 1280, height: 800 })
}

test(
  'a search is narrowed to a model, a tool and days, and the filters are cleared',
  nightly(
    'chat.search-filters.model',
    'chat.search-filters.tool',
    'chat.search-filters.nothing',
    'chat.search-filters.backwards',
    'chat.search-filters.days',
    'chat.search-filters.kept',
    'chat.search-filters.removed',
  ),
  async ({ gatehouse }) => {
    test.slow()
    const { id } = await request(gatehouse.page, 'chat.create', {})
    await request(gatehouse.page, 'chat.rename', { id, title: 'Long ago' })
    await gatehouse.quit()
    seedChat(join(gatehouse.userData, 'gatehouse.db'), id, 300)
    await gatehouse.restart()
    const { page } = gatehouse
    const open = chat(page)
    await addServer(page, fixtureServerCommand({ features: ['echo', 'add'] }), { name: 'notes' })
    await connectScripted(page, 'chat', [
      { toolCalls: [{ name: 'notes__echo', arguments: { text: 'question of the echo' } }] },
      { toolCalls: [{ name: 'notes__add', arguments: { a: 1, b: 2 } }] },
      { text: 'An answer to your question.' },
    ])
    await open.startNew()
    await open.send('A question for the tools')
    await open.approval('Echo').allowOnce()
    await open.approval('Add').allowOnce()
    await expect(open.answers.last()).toContainText('An answer to your question.')
    await expect
      .poll(async () => (await request(page, 'chat.search', { query: 'x' })).isIndexing, {
        timeout: 30_000,
      })
      .toBe(false)

    const list = page.getByRole('navigation', { name: 'Chats' })
    const hits = list.locator('[data-list-row]')
    const search = page.getByRole('searchbox', { name: 'Search chats' })
    const filter = page.getByRole('button', { name: /^Filter messages/ })
    const popup = page.getByRole('dialog', { name: 'Filter messages' })
    const chips = page.getByRole('list', { name: 'Filters' })
    await search.fill('question')
    await expect(hits.first()).toBeVisible()

    await filter.click()
    const model = popup.getByRole('combobox', { name: 'Model' })
    await model.click()
    await expect(page.getByRole('option')).toHaveText(['Any model', 'm', 'scripted'])
    await page.getByRole('option', { name: 'scripted' }).click()
    await expect(chips).toHaveText('Model: scripted')
    await expect(hits).toHaveCount(3)
    proves('chat.search-filters.model')

    const tool = popup.getByRole('combobox', { name: 'Tool' })
    await tool.focus()
    await tool.fill('ech')
    await page.keyboard.press('Enter')
    await expect(hits).toHaveCount(1)
    await expect(chips.getByRole('listitem')).toContainText([
      'Model: scripted',
      'Tool: echo · notes',
    ])
    proves('chat.search-filters.tool')
    expect(await inspect(gatehouse, 'chat-search-filter')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
    expect(await inspect(gatehouse, 'chat-search-chips')).toEqual([])

    await search.fill('nowhere')
    const nothing = page.getByRole('status').filter({ hasText: 'No message contains “nowhere”' })
    await expect(nothing.getByRole('listitem')).toHaveText([
      'Model: scripted',
      'Tool: echo · notes',
    ])
    expect(await inspect(gatehouse, 'chat-search-nothing')).toEqual([])
    await changeLanguage(page, 'zh-CN')
    await inNarrowWindows(gatehouse)
    await changeLanguage(page, 'en')
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(page.getByText('Nothing contains “nowhere”')).toBeVisible()
    await expect(chips).toHaveCount(0)
    proves('chat.search-filters.nothing')

    const first = dayOf(askedAt(0))
    const last = Array.from({ length: 300 }, (_, n) => n).findLastIndex(
      (n) => dayOf(askedAt(n)) === first,
    )
    await search.fill('question')
    await filter.click()
    await popup.getByLabel('To', { exact: true }).fill(first)
    await expect(hits.first()).toContainText(`Question ${last}`)
    await popup.getByLabel('From', { exact: true }).fill(dayOf(askedAt(299) + 86_400_000))
    const backwards = '“From” is after “To”, so no message can match.'
    await expect(popup.getByRole('alert')).toHaveText(backwards)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('status').filter({ hasText: backwards })).toBeVisible()
    await expect(hits).toHaveCount(0)
    proves('chat.search-filters.backwards')
    await filter.click()
    await popup.getByLabel('From', { exact: true }).fill(first)
    await page.keyboard.press('Escape')
    await expect(hits.first()).toContainText(`Question ${last}`)
    proves('chat.search-filters.days')

    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect(search).toHaveCount(0)
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    await expect(search).toHaveValue('question')
    await expect(chips.getByRole('listitem')).toHaveCount(1)
    await expect(hits.first()).toContainText(`Question ${last}`)
    proves('chat.search-filters.kept')
    await chips.getByRole('button', { name: /^Remove filter: / }).click()
    await expect(chips).toHaveCount(0)
    await expect(list.getByRole('heading', { name: 'Messages' })).toBeVisible()
    await filter.click()
    await popup.getByRole('button', { name: 'Past 7 days' }).click()
    await popup.getByRole('combobox', { name: 'Search in' }).click()
    await page.getByRole('option', { name: 'My messages' }).click()
    await page.keyboard.press('Escape')
    await expect(hits).toHaveCount(1)
    await chips.getByRole('button', { name: 'Clear filters' }).click()
    await expect(chips).toHaveCount(0)
    proves('chat.search-filters.removed')
  },
)
