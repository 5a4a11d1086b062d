import type { ManagedRuntime, RuntimePlan } from '@gatehouse/domain/launch'
import type { ManagedRuntimes } from '../ports/index.ts'

/** Copies of runtimes that are only a list; every field may be changed while a test runs. */
export interface MemoryRuntimes extends ManagedRuntimes {
  copies: ManagedRuntime[]
  /** Called while an archive is fetched. */
  onFetch: () => void
}

const NODE: RuntimePlan = {
  name: 'node',
  version: '26.1.0',
  archives: [{ url: 'https://mirror.example/node.tgz', bytes: 100, sha256: '00' }],
  folder: '/data/runtimes/node-26.1.0',
}

export function createMemoryRuntimes(): MemoryRuntimes {
  const memory: MemoryRuntimes = {
    copies: [],
    onFetch: () => undefined,
    plan: (name) => (name === 'node' ? NODE : null),
    installed: () => Promise.resolve(memory.copies),
    install({ name, version, folder }, { onBytes }, signal) {
      memory.onFetch()
      if (signal.aborted) return Promise.reject(new Error('It was cancelled.'))
      onBytes(100, 100)
      memory.copies = [{ name, version, folder, size: 3 }]
      return Promise.resolve()
    },
    remove(name) {
      memory.copies = memory.copies.filter((one) => one.name !== name)
      return Promise.resolve()
    },
    removeLeftovers: () => Promise.resolve(),
  }
  return memory
}
