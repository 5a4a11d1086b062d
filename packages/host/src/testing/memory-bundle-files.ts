import { GatehouseError } from '@gatehouse/domain'
import type { BundleFiles, UnpackedBundle } from '../ports/index.ts'

/** Bundles that are only a map; every field may be changed while a test runs. */
export interface MemoryBundleFiles extends BundleFiles {
  bundles: Map<string, UnpackedBundle>
  missing: string[]
  platform: string
}

export function createMemoryBundleFiles(): MemoryBundleFiles {
  const memory: MemoryBundleFiles = {
    bundles: new Map(),
    missing: [],
    platform: 'linux',
    folders: {
      home: '/home/ada',
      desktop: '/home/ada/Desktop',
      documents: '/home/ada/Documents',
      downloads: '/home/ada/Downloads',
    },
    unpack(path) {
      const bundle = memory.bundles.get(path)
      if (bundle) return Promise.resolve(bundle)
      const data = { code: 'bundle-damaged', detail: '' }
      return Promise.reject(new GatehouseError('import/unreadable', 'No.', { data }))
    },
    async fetch({ url }) {
      return { bundle: await memory.unpack(url), hosts: [new URL(url).host] }
    },
    missingPackages: () => Promise.resolve(memory.missing),
    prune: () => Promise.resolve(),
  }
  return memory
}
