import { expect, it } from 'vitest'
import type { Digest } from '../../ports/index.ts'
import { modelToolName } from './tool-catalog.ts'

/** Different for every text, as a real one is for all that matters. */
const digest: Digest = {
  sha256(text) {
    const hex = Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'))
    return [...hex].reverse().join('').padEnd(64, '0').slice(0, 64)
  },
}

const name = (server: string, tool: string) => modelToolName(server, tool, digest)

/**
 * @threat launch.colliding-names
 * @attacker server
 * @tries names a tool so that a model’s call of another server’s tool reaches it
 * @stoppedBy no two tools have the same name for a model
 */
it.each([
  ['a', 'b__c', 'a__b', 'c'],
  ['a', '_b', 'a_', 'b'],
  ['a b', 'c', 'a_b', 'c'],
  ['a', 'b.c', 'a', 'b_c'],
  ['a', 'b', 'A', 'b'],
])('%s/%s and %s/%s have different names for a model', (...[server, tool, other, second]) => {
  expect(name(server, tool)).not.toBe(name(other, second))
})

/** @threat launch.colliding-names */
it('a tool cannot take the name that another one got with a hash', () => {
  const hashed = name('a b', 'c')
  expect(hashed).toMatch(/^a_b__c_[0-9a-f]{16}$/)
  expect(name('a_b', hashed.slice('a_b__'.length))).not.toBe(hashed)
})

it('a plain name stays readable, and none is longer than a model takes', () => {
  expect(name('files', 'read_file')).toBe('files__read_file')
  expect(name('s'.repeat(80), 't'.repeat(80)).length).toBeLessThanOrEqual(64)
})
