import type { Keytar } from './load-keytar.ts'

/** A keychain in memory for tests of what a real one cannot be made to do at will. */
export interface MemoryKeytar extends Keytar {
  readonly entries: Map<string, string>
  /** Runs before each call, with its kind and account; may wait or throw. */
  before: (call: 'get' | 'set' | 'delete', account: string) => Promise<void> | void
  /** The largest number of calls that ran at the same time. */
  mostAtOnce(): number
}

/** `limitBytes`: what one entry takes, as Credential Manager's 2560. */
export function createMemoryKeytar(limitBytes = Number.MAX_SAFE_INTEGER): MemoryKeytar {
  const entries = new Map<string, string>()
  let now = 0
  let most = 0
  const during = async <T>(before: Promise<void> | void, work: () => T): Promise<T> => {
    now += 1
    most = Math.max(most, now)
    try {
      await before
      return work()
    } finally {
      now -= 1
    }
  }
  const keytar: MemoryKeytar = {
    entries,
    before: () => undefined,
    mostAtOnce: () => most,
    getPassword: async (_service, account) =>
      during(keytar.before('get', account), () => entries.get(account) ?? null),
    setPassword: async (_service, account, password) =>
      during(keytar.before('set', account), () => {
        if (password === '') throw new Error('Password is required.')
        if (Buffer.byteLength(password) > limitBytes) throw new Error('The stub received bad data.')
        entries.set(account, password)
      }),
    deletePassword: async (_service, account) =>
      during(keytar.before('delete', account), () => entries.delete(account)),
  }
  return keytar
}
