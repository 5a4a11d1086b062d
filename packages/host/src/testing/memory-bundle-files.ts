import { GatehouseError } from '@gatehouse/domain'
import type { BundleFiles, UnpackedBundle, UnpackedPlugin } from '../ports/index.ts'

/** Bundles that are only a map; every field may be changed while a test runs. */
export interface MemoryBundleFiles extends BundleFiles {
  bundles: Map<string, UnpackedBundle>
  /** By the path of its archive or folder. */
  plugins: Map<string, UnpackedPlugin>
  missing: string[]
  platform: string
}

export function createMemoryBundleFiles(): MemoryBundleFiles {
  const memory: MemoryBundleFiles = {
    bundles: new Map(),
    plugins: new Map(),
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
    findPlugin: (path) => Promise.resolve(memory.plugins.has(path) ? path : null),
    unpackPlugin(path) {
      const plugin = memory.plugins.get(path)
      return plugin
        ? Promise.resolve(plugin)
        : Promise.reject(new Error('There is no such plugin.'))
    },
    missingPackages: () => Promise.resolve(memory.missing),
    prune: () => Promise.resolve(),
  }
  return memory
}
