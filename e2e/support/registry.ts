import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A package of npm that starts with a folder that the person names. */
const NPM = {
  registryType: 'npm',
  identifier: '@ada/notes',
  version: '1.4.0',
  packageArguments: [{ type: 'positional', valueHint: 'notes_dir', isRequired: true }],
}

export interface TestRegistry {
  url: string
  /** Texts that were searched for. */
  searches: string[]
  bundleUrl: string
  bundleHost: string
  /** Times that the bundle was fetched. */
  bundles(): number
  close(): Promise<unknown>
}

/** A registry with one server: a package of npm, or the bundle, which lies on a second host. */
export async function startRegistry({ bundle }: { bundle?: Buffer } = {}): Promise<TestRegistry> {
  const searches: string[] = []
  let fetched = 0
  const store = await listen((_url, send) => {
    fetched += 1
    send(bundle ?? '')
  })
  const sha256 = createHash('sha256')
    .update(bundle ?? '')
    .digest('hex')
  const bundleUrl = `${store.url}/notes.mcpb`
  const mcpb = { registryType: 'mcpb', identifier: bundleUrl, fileSha256: sha256 }
  const server = {
    name: 'io.github.ada/notes',
    description: 'Keeps notes',
    version: '1.4.0',
    packages: [bundle ? mcpb : NPM],
  }
  const official = { status: 'active', publishedAt: '2026-10-04T00:00:00Z' }
  const entry = { server, _meta: { 'io.modelcontextprotocol.registry/official': official } }
  const registry = await listen((url, send) => {
    searches.push(url.searchParams.get('search') ?? '')
    send(JSON.stringify({ servers: [entry] }))
  })
  return {
    url: registry.url,
    searches,
    bundleUrl,
    bundleHost: new URL(store.url).host,
    bundles: () => fetched,
    close: () => Promise.all([registry.close(), store.close()]),
  }
}

async function listen(answer: (url: URL, send: (body: string | Buffer) => void) => void) {
  const server = createServer(({ url }, response) =>
    answer(new URL(url ?? '', 'http://host'), (body) => void response.end(body)),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}
