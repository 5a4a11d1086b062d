import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/**
 * Fills an empty chat of a profile whose app is not running with so many turns, "Question 0" the first. A
 * profile with several such chats gives each a name of its own; those hold some Chinese too, and every fourth turn
 * attachments or code and formulas.
 */
export function seedChat(
  file: string,
  conversationId: string,
  seed: number | { turns: number; name: string },
): void {
  const { turns, name } = typeof seed === 'number' ? { turns: seed, name: 'seed' } : seed
  const require = createRequire(
    resolve(import.meta.dirname, '../../../packages/store/package.json'),
  )
  const kind = typeof seed === 'number' ? 'plain' : 'rich'
  const given = [require.resolve('libsql'), file, conversationId, String(turns), name, kind]
  execFileSync(process.execPath, [join(import.meta.dirname, 'write-chat.mjs'), ...given])
}
