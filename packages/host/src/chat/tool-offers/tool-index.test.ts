import { expect, it } from 'vitest'
import { toolNamed } from '../../testing/index.ts'
import { createToolIndex, type SearchableTool } from './tool-index.ts'
import { tokenizeToolText } from './tokenize-tool-text.ts'

const tools: SearchableTool[] = [
  {
    serverName: 'github',
    tool: toolNamed('create_issue', { description: 'Opens a new issue in a repository' }),
  },
  {
    serverName: 'github',
    tool: toolNamed('list_pull_requests', { description: 'Lists pull requests' }),
  },
  {
    serverName: 'calendar',
    tool: toolNamed('addEvent', {
      description: 'Schedules something',
      inputSchema: { type: 'object', properties: { attendeeEmails: {}, startTime: {} } },
    }),
  },
  {
    serverName: '天气',
    tool: toolNamed('get_weather', { title: '查询天气', description: '查询某个城市的天气预报' }),
  },
  {
    serverName: '地图',
    tool: toolNamed('route', { title: '路线规划', description: '规划两个地点之间的驾车路线' }),
  },
]
const best = async (query: string): Promise<string | undefined> => {
  const index = await createToolIndex(tools, () => undefined)
  const [at = -1] = index.find(query, 5)
  return tools[at]?.tool.name
}

it.each([
  ['open an issue', 'create_issue'],
  ['creating issues', 'create_issue'],
  ['PullRequest', 'list_pull_requests'],
  ['github pulls', 'list_pull_requests'],
  ['invite attendees', 'addEvent'],
  ['schedule', 'addEvent'],
  ['reposotory', 'create_issue'],
  ['天气预报', 'get_weather'],
  ['查一下驾车路线', 'route'],
  ['路线', 'route'],
])(
  'finds by names, titles, descriptions, arguments and servers, in both languages: %s',
  async (query, name) => {
    expect(await best(query)).toBe(name)
  },
)

it('finds nothing by words that no tool has, and by none', async () => {
  expect(await best('zzzzqqqq')).toBeUndefined()
  expect(await best('the of a')).toBeUndefined()
  expect(await best('!?')).toBeUndefined()
})

it('the same words are one, however they are written', () => {
  const expected = tokenizeToolText('create issue')
  for (const text of [
    'createIssue',
    'create_issue',
    'creating issues',
    'Created: ISSUES!',
    'the create-issue tool',
  ])
    expect(tokenizeToolText(text)).toEqual(expected)
  expect(tokenizeToolText('running queries')).toEqual(['run', 'query'])
  expect(tokenizeToolText('天气预报')).toEqual(['天气', '气预', '预报'])
})

it('a definition of megabytes costs no more than its beginning', async () => {
  const description = `${'word '.repeat(200_000)} needle`
  const large = Array.from({ length: 50 }, (_, n) => ({
    serverName: 's',
    tool: toolNamed(`t${n}`, { description }),
  }))
  const index = await createToolIndex(large, () => undefined)
  expect(index.find('word', 3)).toHaveLength(3)
  expect(index.find('needle', 3)).toEqual([])
  expect(index.find(`${'x'.repeat(100)} `.repeat(1000), 3)).toEqual([])
})
