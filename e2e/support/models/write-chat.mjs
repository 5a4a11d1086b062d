/**
 * Writes turns into an empty chat with the app's own database module, in a process of its own: the app is not running
 * then. Arguments: path of that module, file, chat, number of turns, name of the turns, "rich" or "plain".
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const [library, file, conversationId, count, name, kind] = process.argv.slice(2)
const isRich = kind === 'rich'
const picture = readFileSync(new URL('../../../resources/icons/512x512.png', import.meta.url))
const pictureHash = createHash('sha256').update(picture).digest('hex')

const Libsql = createRequire(import.meta.url)(library)
const database = new Libsql(file)
const turn = database.prepare(
  "INSERT INTO turns (id, conversation_id, parent_id, depth, status, json) VALUES (?, ?, ?, ?, 'done', ?)",
)
const entry = database.prepare(
  'INSERT INTO entries (turn_id, ordinal, id, json) VALUES (?, ?, ?, ?)',
)
const blob = database.prepare('INSERT INTO entry_blobs (entry_seq, hash) VALUES (?, ?)')

if (isRich) {
  const folder = join(dirname(file), 'blobs', pictureHash.slice(0, 2))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, pictureHash.slice(2)), picture, { mode: 0o600 })
}
database.exec('BEGIN')
for (let number = 0; number < Number(count); number += 1) writeTurn(number)
// As an earlier version left them: their words are still to be taken in.
database.exec('UPDATE entry_words_missing SET below = (SELECT max(seq) + 1 FROM entries)')
database.exec('COMMIT')
database.close()

function writeTurn(number) {
  const id = `${name}-${number}`
  const [question, answer] = isRich ? [`${id}u`, `${id}m`] : [`u${number}`, `m${number}`]
  const at = 1_700_000_000_000 + number * 60_000
  const facts = {
    id,
    conversationId,
    origin: 'message',
    status: 'done',
    model: { providerId: 'p', modelId: 'm' },
    step: 1,
    stepLimit: 20,
    failure: null,
    startedAt: at,
    endedAt: at + 1000,
  }
  const parent = number === 0 ? null : `${name}-${number - 1}`
  turn.run(id, conversationId, parent, number, JSON.stringify(facts))
  const attachments = isRich && number % 4 === 1 ? attachmentsOf(number) : undefined
  const asked = {
    kind: 'user-message',
    id: question,
    text: `Question ${number}`,
    ...(attachments && { attachments }),
    createdAt: at,
  }
  const { lastInsertRowid } = entry.run(id, 1, question, JSON.stringify(asked))
  if (attachments) blob.run(lastInsertRowid, pictureHash)
  const answered = {
    kind: 'assistant-message',
    id: answer,
    step: 1,
    text: answerOf(number),
    reasoning: '',
    status: 'complete',
    createdAt: at,
  }
  entry.run(id, 2, answer, JSON.stringify(answered))
}

function answerOf(number) {
  const text = `Answer ${number}.\n\n${'A sentence of it. '.repeat((number % 7) * 12 + 1)}`
  if (!isRich) return text
  const chinese = `${text}第 ${number} 个回答：缓存没有命中。`
  return number % 4 === 3 ? `${chinese}\n\n${codeAndFormulas(number)}` : chinese
}

function codeAndFormulas(number) {
  const code = `\`\`\`ts\nexport const value${number}: number = compute(${number})\n\`\`\``
  return `${code}\n\nSo $x_{${number}} = \\frac{a + b}{c}$, and\n\n$$\n\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}\n$$\n`
}

/** A text and a picture. */
function attachmentsOf(number) {
  const notes = `A line of notes, ${number}.\n`.repeat(100)
  const kept = { hash: pictureHash, bytes: picture.length, mimeType: 'image/png' }
  return [
    {
      kind: 'file',
      id: `${name}-${number}-text`,
      bytes: notes.length,
      tokens: Math.ceil(notes.length / 4),
      name: `notes-${number}.txt`,
      mimeType: 'text/plain',
      content: { type: 'text', text: notes },
    },
    {
      kind: 'file',
      id: `${name}-${number}-picture`,
      bytes: picture.length,
      tokens: 340,
      name: `picture-${number}.png`,
      mimeType: 'image/png',
      content: { type: 'image', mimeType: 'image/png', kept },
      picture: { width: 512, height: 512 },
    },
  ]
}
