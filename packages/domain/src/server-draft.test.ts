import { expect, it } from 'vitest'
import { serverDraftSchema } from './server-draft.ts'

const launch = (change: object) =>
  serverDraftSchema.safeParse({
    name: 'files',
    transport: { kind: 'stdio', command: 'node', args: [], env: [], ...change },
  })
const messages = (change: object) => launch(change).error?.issues.map(({ message }) => message)

it('a variable or header named __proto__ is refused, for it would be shown and not passed on', () => {
  const value = { name: '__proto__', value: 'x', secret: false }
  expect(messages({ env: [value] })).toEqual(['A variable cannot be named __proto__.'])
  const http = { kind: 'http', url: 'https://example.com', headers: [value] }
  const parsed = serverDraftSchema.safeParse({ name: 'files', transport: http })
  expect(parsed.error?.issues[0]?.message).toBe('A header cannot be named __proto__.')
})

it('half a character is refused in a launch, for the process would get another one', () => {
  for (const change of [
    { command: 'node\ud800' },
    { args: ['\udc00'] },
    { cwd: '/tmp/\ud83d' },
    { env: [{ name: 'A', value: 'x\ud800', secret: false }] },
  ])
    expect(messages(change)?.[0]).toMatch(/half a character/)
  expect(launch({ args: ['💥 文件'] }).success).toBe(true)
})
