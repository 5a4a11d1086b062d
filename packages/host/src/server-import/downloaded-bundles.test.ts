import type { ServerImportPreview } from '@gatehouse/domain/launch'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createImportHarness,
  importedServers,
  type ImportHarness,
} from '../testing/import-harness.ts'

const URL_OF_IT = 'https://files.example/notes.mcpb'
const SHA256 = 'ab'.repeat(32)

let test: ImportHarness
const progress: unknown[] = []

beforeEach(() => {
  progress.length = 0
  test = createImportHarness()
  const manifest = {
    manifest_version: '0.3',
    name: 'notes',
    version: '1.0.0',
    server: {
      type: 'node',
      entry_point: 'i.js',
      mcp_config: { command: 'node', args: ['${__dirname}/i.js'] },
    },
  }
  test.harness.bundles.bundles.set(URL_OF_IT, {
    folder: '/data/bundles/aa',
    workFolder: '/data/bundle-work/aa',
    sha256: 'aa',
    manifest: JSON.stringify(manifest),
    files: ['manifest.json', 'i.js'],
    size: 1,
    signature: { state: 'none', signer: null, certificate: null, validity: null },
  })
})

const run = (signal = new AbortController().signal) => ({
  onProgress: (one: unknown) => void progress.push(one),
  signal,
})

function opened(): Promise<ServerImportPreview> {
  const entry = {
    name: 'io.github.ada/notes',
    version: '1.0.0',
    packages: [{ registryType: 'mcpb', identifier: URL_OF_IT, fileSha256: SHA256 }],
  }
  return test.imports
    .open({ known: false })
    .then(({ id }) => test.imports.readText(id, JSON.stringify(entry)))
}

describe('a bundle that an entry of a registry names', () => {
  it('is fetched in place of its entry, with its hosts, and keeps the name of its entry', async () => {
    const preview = await opened()
    const [server] = importedServers(preview)
    expect(server).toMatchObject({
      launch: null,
      problems: [],
      download: { url: URL_OF_IT, sha256: SHA256 },
    })
    const choice = { serverId: server?.id ?? '', url: URL_OF_IT }
    const read = await test.imports.download(preview.id, choice, run())
    expect(read?.files).toMatchObject([
      { source: 'bundle', bundle: { hosts: ['files.example'] }, servers: [{ suggested: true }] },
    ])
    if (!read) throw new Error('It was not read.')
    await test.add(read, false)
    expect(test.list()).toMatchObject([
      { registryEntry: { name: 'io.github.ada/notes', version: '1.0.0' } },
    ])
  })

  /**
   * @threat bundle.unseen-download
   * @attacker page
   * @tries has a bundle fetched from an address that the person did not see
   * @stoppedBy main fetches from the address of the entry alone, and only where the window names it
   */
  it('fetches only from the address that was shown', async () => {
    const preview = await opened()
    const serverId = importedServers(preview)[0]?.id ?? ''
    for (const choice of [
      { serverId, url: 'https://evil.example/notes.mcpb' },
      { serverId: 'another', url: URL_OF_IT },
    ])
      await expect(test.imports.download(preview.id, choice, run())).rejects.toMatchObject({
        code: 'import/server-gone',
      })
  })

  it('leaves its entry as it was when it is cancelled or fails', async () => {
    const preview = await opened()
    const choice = { serverId: importedServers(preview)[0]?.id ?? '', url: URL_OF_IT }
    const controller = new AbortController()
    test.harness.bundles.fetch = () => {
      controller.abort('over')
      return Promise.reject(new Error('over'))
    }
    expect(await test.imports.download(preview.id, choice, run(controller.signal))).toBeNull()
    await expect(test.imports.download(preview.id, choice, run())).rejects.toThrow('over')
    test.harness.bundles.fetch = ({ onBytes }) => {
      onBytes(1, 2)
      onBytes(2, null)
      return Promise.reject(new Error('cut'))
    }
    await expect(test.imports.download(preview.id, choice, run())).rejects.toThrow('cut')
    expect(progress).toEqual([{ progress: 1, total: 2 }, { progress: 2 }])
  })
})
