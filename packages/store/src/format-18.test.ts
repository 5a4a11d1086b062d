import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openStores } from './open-stores.ts'
import type { StoreProblem } from './read-rows.ts'

/** Rows of format 18, word for word: servers with and without a chosen transport, and turns that failed. */
const formatEighteenRows = `
  INSERT INTO servers (id, json) VALUES
    ('s1', '{"id":"s1","name":"Remote","hue":1,"transport":{"kind":"http","url":"https://example.com/sse","headers":[],"wire":"http-sse"},"protocol":"auto","start":"demand","requestTimeoutMs":60000,"createdAt":1700000000000}'),
    ('s2', '{"id":"s2","name":"Any","hue":2,"transport":{"kind":"http","url":"https://example.com/mcp","headers":[]},"protocol":"auto","start":"demand","requestTimeoutMs":60000,"createdAt":1700000000000}'),
    ('s3', 'no JSON');
  INSERT INTO conversations (id, updated_at, json) VALUES ('c18', 1700000000000,
    '{"id":"c18","title":"bad-answer","titled":true,"model":{"providerId":"p1","modelId":"m"},"serverIds":null,"draft":"","createdAt":1700000000000,"updatedAt":1700000000000}');
  INSERT INTO turns (id, conversation_id, parent_id, depth, status, json, chosen, active) VALUES
    ('t1', 'c18', NULL, 0, 'failed', '{"id":"t1","conversationId":"c18","origin":"message","status":"failed","model":{"providerId":"p1","modelId":"m"},"step":1,"stepLimit":20,"failure":{"code":"bad-answer","message":"It is a web page.","status":200},"startedAt":1700000000000,"endedAt":1700000001000}', 1, 1),
    ('t2', 'c18', 't1', 1, 'failed', '{"id":"t2","conversationId":"c18","origin":"message","status":"failed","model":{"providerId":"p1","modelId":"m"},"step":1,"stepLimit":20,"failure":{"code":"internal","message":"It failed.","detail":"bad-answer"},"startedAt":1700000000000,"endedAt":1700000001000}', 1, 1);
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-18-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('what format 18 called by other names is read under those of today, and nothing else is changed', () => {
  const file = join(folder, 'gatehouse.db')
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 18),
  )
  old.execute(formatEighteenRows)
  old.close()
  const problems: StoreProblem[] = []
  const stores = openStores({ file, report: (problem) => problems.push(problem) })
  expect(stores.servers.list().map(({ transport }) => transport)).toEqual([
    { kind: 'http', url: 'https://example.com/sse', headers: [], httpTransport: 'http-sse' },
    { kind: 'http', url: 'https://example.com/mcp', headers: [] },
  ])
  expect(stores.turns.get('t1')?.failure).toEqual({
    code: 'invalid-response',
    message: 'It is a web page.',
    status: 200,
  })
  expect(stores.turns.get('t2')?.failure).toMatchObject({ code: 'internal', detail: 'bad-answer' })
  expect(stores.conversations.get('c18')?.title).toBe('bad-answer')
  expect(problems).toMatchObject([{ table: 'servers' }])
  stores.close()
})
