import { randomUUID } from 'node:crypto'
import type { Keytar } from './load-keytar.ts'

/** Secrets of one service, of any length, empty ones too. Methods throw what keytar throws. */
export interface SecretEntries {
  get(ref: string): Promise<string | null>
  /** `damaged`: it is kept in parts, and one of them is gone. */
  presence(ref: string): Promise<'kept' | 'absent' | 'damaged'>
  set(ref: string, secret: string): Promise<void>
  /** False when there was nothing to delete. */
  delete(ref: string): Promise<boolean>
}

/** Stands in place of a secret that is kept in parts: `gatehouse-parts:<count>:<tag>`. */
const PARTS = 'gatehouse-parts:'

/**
 * Puts secrets that a keychain refuses (longer than `partBytes`, or empty) into several entries.
 * Parts of a new value are written before the entry that names them, and those of the old value are
 * removed after it, so that a kill in between never leaves half a secret.
 */
export function splitSecrets(keytar: Keytar, service: string, partBytes: number): SecretEntries {
  const partsOf = (ref: string, entry: string | null): string[] => {
    const [, count, tag] = /^gatehouse-parts:(\d+):([\w-]+)$/.exec(entry ?? '') ?? []
    return Array.from({ length: Number(count ?? 0) }, (_, index) => `${ref}#${tag}.${index}`)
  }
  const removeAll = async (accounts: string[]): Promise<void> => {
    for (const account of accounts) await keytar.deletePassword(service, account)
  }
  const setInParts = async (ref: string, secret: string): Promise<void> => {
    const parts = slices(Buffer.from(secret, 'utf8').toString('base64'), partBytes)
    const entry = `${PARTS}${parts.length}:${randomUUID()}`
    for (const [index, account] of partsOf(ref, entry).entries()) {
      await keytar.setPassword(service, account, parts[index] ?? '')
    }
    await keytar.setPassword(service, ref, entry)
  }
  return {
    async get(ref) {
      const entry = await keytar.getPassword(service, ref)
      if (entry === null || !entry.startsWith(PARTS)) return entry
      const parts: string[] = []
      for (const account of partsOf(ref, entry)) {
        const part = await keytar.getPassword(service, account)
        if (part === null) return null
        parts.push(part)
      }
      return Buffer.from(parts.join(''), 'base64').toString('utf8')
    },
    async presence(ref) {
      const entry = await keytar.getPassword(service, ref)
      if (entry === null) return 'absent'
      for (const account of partsOf(ref, entry))
        if ((await keytar.getPassword(service, account)) === null) return 'damaged'
      return 'kept'
    },
    async set(ref, secret) {
      const before = await keytar.getPassword(service, ref)
      const fits = secret !== '' && Buffer.byteLength(secret, 'utf8') <= partBytes
      // A secret that looks like the marker would be taken for it.
      if (fits && !secret.startsWith(PARTS)) await keytar.setPassword(service, ref, secret)
      else await setInParts(ref, secret)
      await removeAll(partsOf(ref, before))
    },
    async delete(ref) {
      const before = await keytar.getPassword(service, ref)
      const deleted = await keytar.deletePassword(service, ref)
      await removeAll(partsOf(ref, before))
      return deleted
    },
  }
}

function slices(text: string, length: number): string[] {
  const count = Math.ceil(text.length / length)
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  )
}
