import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Conversation } from '@gatehouse/domain'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './file/database.ts'
import { migrate } from './file/migrate.ts'
import { migrations } from './migrations/index.ts'
import { openStores, type OpenedStores } from './open-stores.ts'

/** Rows of format 29, word for word: a chat that was never tagged. */
const formatTwentyNineRows = `
  INSERT INTO conversations (id, updated_at, json) VALUES ('c29', 1700000000000,
    '{"id":"c29","title":"Old","titled":true,"model":null,"serverIds":null,"workspaceId":null,"draft":"","createdAt":1700000000000,"updatedAt":1700000000000}');
  INSERT INTO turns (id, conversation_id, parent_id, depth, status, json, chosen, active) VALUES
    ('t29', 'c29', NULL, 0, 'done', '{"id":"t29","conversationId":"c29","origin":"message","status":"done","model":null,"step":0,"stepLimit":20,"failure":null,"startedAt":1700000000000,"endedAt":1700000001000}', 1, 1);
  INSERT INTO entries (turn_id, ordinal, id, json) VALUES ('t29', 1, 'e29',
    '{"kind":"user-message","id":"e29","text":"walk in Bern","createdAt":1700000000000}');
  INSERT INTO entry_words (rowid, words) SELECT seq, 'walk in Bern' FROM entries;
`

let folder: string
let stores: OpenedStores
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-tags-'))
  const file = join(folder, 'gatehouse.db')
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 29),
  )
  old.execute(formatTwentyNineRows)
  old.close()
  stores = openStores({ file })
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

const old = (): Conversation => stores.conversations.get('c29') ?? expect.fail('It is gone.')
const hitsWith = (tag: string): string[] =>
  stores.search.search('bern', 10, { filter: { tag } }).hits.map(({ entryId }) => entryId)

it('a chat of format 29 has no tags, is found without them and can be given some', () => {
  expect(old()).not.toHaveProperty('tags')
  expect(stores.search.search('bern', 10).hits).toHaveLength(1)
  expect(hitsWith('work')).toEqual([])
  stores.conversations.save({ ...old(), tags: ['work', '旅行'] })
  expect(old().tags).toEqual(['work', '旅行'])
  expect(hitsWith('work')).toEqual(['e29'])
  expect(hitsWith('旅行')).toEqual(['e29'])
  expect(hitsWith('wor')).toEqual([])
})

it('a search follows the tags of a chat as they are changed, hidden and brought back', () => {
  stores.conversations.save({ ...old(), tags: ['work'] })
  stores.conversations.save({ ...old(), tags: ['play'] })
  expect(hitsWith('work')).toEqual([])
  expect(hitsWith('play')).toEqual(['e29'])
  stores.conversations.remove('c29')
  expect(hitsWith('play')).toEqual([])
  stores.conversations.restore('c29')
  expect(hitsWith('play')).toEqual(['e29'])
  const { tags: _tags, ...untagged } = old()
  stores.conversations.save(untagged)
  expect(hitsWith('play')).toEqual([])
})

it('goes on to the chats with a tag, however many others have the words', () => {
  for (let n = 0; n < 1200; n += 1) {
    const id = `other-${n}`
    const turn = { id: `t-${n}`, conversationId: id, parentId: null, depth: 0 }
    stores.conversations.save({ ...old(), id, tags: ['other'] })
    stores.turns.saveTurn({
      ...turn,
      origin: 'message',
      status: 'done',
      model: null,
      step: 0,
      stepLimit: 20,
      entries: [],
      preparing: null,
      failure: null,
      startedAt: 1,
      endedAt: 2,
    })
    const entry = { kind: 'user-message', id: `e-${n}`, text: 'Bern', createdAt: n } as const
    stores.turns.saveEntry(turn.id, entry)
  }
  stores.conversations.save({ ...old(), tags: ['work'] })
  const found: string[] = []
  let pages = 0
  for (let before: number | undefined; ;) {
    const page = stores.search.search('bern', 10, { filter: { tag: 'work' }, before })
    found.push(...page.hits.map(({ entryId }) => entryId))
    pages += 1
    if (page.next === null) break
    before = page.next
  }
  expect(found).toEqual(['e29'])
  expect(pages).toBeGreaterThan(2)
})
