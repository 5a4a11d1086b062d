import type { FakeModelEndpoint } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { chat } from './support/chat.ts'
import { changeLanguage, inspect } from './support/inspect.ts'
import { startListedServer } from './support/listed-server.ts'
import { connectScripted, requestTexts } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { addServer } from './support/servers.ts'

const topics = ['invoice', 'calendar', 'weather', 'ticket', 'photo']
const tools = Array.from({ length: 200 }, (_, at) => {
  const topic = topics[at % topics.length]
  return JSON.stringify({
    name: `${topic}_${at}`,
    description: `Works on one ${topic}. ${'All that is known of it is given back. '.repeat(10)}`,
    inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  })
})

/** The tools that each request offered. */
const offeredTools = (endpoint: FakeModelEndpoint): (string | undefined)[][] =>
  requestTexts(endpoint).map((body) =>
    Array.from(body.matchAll(/"function":\{"name":"([\w-]+)","description"/g), ([, name]) => name),
  )

test(
  'a model looks for tools where there are many, and the person sees what it found',
  nightly('chat.tool-search.shown', 'chat.tool-search.chosen'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const server = await startListedServer({ tools })
    await addServer(page, { url: server.url }, { name: 'office' })
    const endpoint = await connectScripted(page, 'chat', [
      { toolCalls: [{ name: 'search_tools', arguments: { query: 'weather', limit: 3 } }] },
      { toolCalls: [{ name: 'office__weather_102', arguments: { id: 'Oslo' } }] },
      { text: 'It rains.' },
      { text: 'All of them.' },
    ])
    const asked = () => offeredTools(endpoint)
    const open = chat(page)
    const note = page.getByTestId('tool-search-note')
    await expect(note).toHaveText('Tool search')
    await open.send('How is the weather?')
    const ask = open.approval('weather_102')
    await expect(ask.card).toBeVisible()
    const search = page.getByTestId('tool-search')
    await expect(search).toContainText('Searched tools: “weather” · 3 of 200 found')
    await ask.allowOnce()
    await expect(open.answers.last()).toContainText('It rains.')
    expect(server.called).toEqual(['weather_102'])
    expect(asked()[0]).toEqual(['search_tools'])
    expect(asked()[1]).toHaveLength(4)
    expect(asked()[2]).toEqual(asked()[1])
    await search.locator('summary').click()
    await expect(search.getByRole('listitem')).toHaveCount(3)
    await expect(search.getByRole('listitem').first()).toContainText('(office)')
    await expect(note).toHaveAttribute('title', /Found so far: 3/)
    expect(await inspect(gatehouse, 'chat-tool-search')).toEqual([])
    await changeLanguage(page, 'zh-CN')
    await expect(search).toContainText('已搜索工具')
    expect(await inspect(gatehouse, 'chat-tool-search-zh')).toEqual([])
    await changeLanguage(page, 'en')
    proves('chat.tool-search.shown')

    await page.keyboard.press('Control+,')
    await page.locator('[data-list-row]').filter({ hasText: 'Models' }).click()
    await page.getByRole('radio', { name: 'Never: offer all tools at once' }).click()
    await takePicture(page, 'settings-models-tool-search')
    await page.keyboard.press('Control+1')
    await expect(note).toHaveCount(0)
    await open.send('And now?')
    await expect(open.answers.last()).toContainText('All of them.')
    expect(asked()[3]).toHaveLength(200)
    proves('chat.tool-search.chosen')
    server.close()
  },
)
