import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** Runs in a process of its own, with the app's own database module: the app is not running then. */
const program = `
  const [, library, file, conversation, count] = process.argv
  const Libsql = require(library)
  const database = new Libsql(file)
  const turn = database.prepare("INSERT INTO turns (id, conversation_id, parent_id, depth, status, json) VALUES (?, ?, ?, ?, 'done', ?)")
  const entry = database.prepare('INSERT INTO entries (turn_id, ordinal, id, json) VALUES (?, ?, ?, ?)')
  database.exec('BEGIN')
  for (let n = 0; n < Number(count); n += 1) {
    const id = 'seed-' + n
    const at = 1700000000000 + n * 60000
    turn.run(id, conversation, n === 0 ? null : 'seed-' + (n - 1), n, JSON.stringify({ id, conversationId: conversation, origin: 'message',
      status: 'done', model: { providerId: 'p', modelId: 'm' }, step: 1, stepLimit: 20, failure: null, startedAt: at, endedAt: at + 1000 }))
    entry.run(id, 1, 'u' + n, JSON.stringify({ kind: 'user-message', id: 'u' + n, text: 'Question ' + n, createdAt: at }))
    entry.run(id, 2, 'm' + n, JSON.stringify({ kind: 'assistant-message', id: 'm' + n, step: 1, text: 'Answer ' + n + '.\\n\\n' + 'A sentence of it. '.repeat(n % 7 * 12 + 1),
      reasoning: '', status: 'complete', createdAt: at }))
  }
  // As an earlier version left them: their words are still to be taken in.
  database.exec('UPDATE entry_words_missing SET below = (SELECT max(seq) + 1 FROM entries)')
  database.exec('COMMIT')
  database.close()
`

/** Fills an empty chat of a profile whose app is not running with so many turns, "Question 0" the first. */
export function seedChat(file: string, conversationId: string, turns: number): void {
  const require = createRequire(resolve(import.meta.dirname, '../../packages/store/package.json'))
  const given = [require.resolve('libsql'), file, conversationId, String(turns)]
  execFileSync(process.execPath, ['-e', program, ...given])
}
