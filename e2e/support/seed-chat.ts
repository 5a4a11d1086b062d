import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** Runs in a process of its own, with the app's own database module: the app is not running then. */
const program = `
  const [, library, file, conversation, count, name] = process.argv
  const Libsql = require(library)
  const database = new Libsql(file)
  const turn = database.prepare("INSERT INTO turns (id, conversation_id, parent_id, depth, status, json) VALUES (?, ?, ?, ?, 'done', ?)")
  const entry = database.prepare('INSERT INTO entries (turn_id, ordinal, id, json) VALUES (?, ?, ?, ?)')
  database.exec('BEGIN')
  for (let n = 0; n < Number(count); n += 1) {
    const id = name + '-' + n
    const [question, answer] = [name === 'seed' ? 'u' + n : id + 'u', name === 'seed' ? 'm' + n : id + 'm']
    const more = name === 'seed' ? '' : '第 ' + n + ' 个回答：缓存没有命中。'
    const at = 1700000000000 + n * 60000
    turn.run(id, conversation, n === 0 ? null : name + '-' + (n - 1), n, JSON.stringify({ id, conversationId: conversation, origin: 'message',
      status: 'done', model: { providerId: 'p', modelId: 'm' }, step: 1, stepLimit: 20, failure: null, startedAt: at, endedAt: at + 1000 }))
    entry.run(id, 1, question, JSON.stringify({ kind: 'user-message', id: question, text: 'Question ' + n, createdAt: at }))
    entry.run(id, 2, answer, JSON.stringify({ kind: 'assistant-message', id: answer, step: 1, text: 'Answer ' + n + '.\\n\\n' + 'A sentence of it. '.repeat(n % 7 * 12 + 1) + more,
      reasoning: '', status: 'complete', createdAt: at }))
  }
  // As an earlier version left them: their words are still to be taken in.
  database.exec('UPDATE entry_words_missing SET below = (SELECT max(seq) + 1 FROM entries)')
  database.exec('COMMIT')
  database.close()
`

/**
 * Fills an empty chat of a profile whose app is not running with so many turns, "Question 0" the first. A
 * profile with several such chats gives each a name of its own; those hold some Chinese too.
 */
export function seedChat(
  file: string,
  conversationId: string,
  seed: number | { turns: number; name: string },
): void {
  const { turns, name } = typeof seed === 'number' ? { turns: seed, name: 'seed' } : seed
  const require = createRequire(resolve(import.meta.dirname, '../../packages/store/package.json'))
  const given = [require.resolve('libsql'), file, conversationId, String(turns), name]
  execFileSync(process.execPath, ['-e', program, ...given])
}
