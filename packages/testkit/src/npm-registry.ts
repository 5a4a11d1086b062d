import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { writeTar } from './write-tar.ts'

/** A package as it is published: further members of its `package.json`, and its files by path. */
export interface PublishedPackage {
  name: string
  version: string
  manifest?: Record<string, unknown>
  files?: Record<string, string>
  /** Time of its publication (ISO 8601), which only the full document has. */
  publishedAt?: string
}

export interface NpmRegistry {
  url: string
  /** Paths that were requested. */
  requests: string[]
  publish(...packages: PublishedPackage[]): void
  /** Sends other bytes than the registry describes for the files of this package. */
  damage(name: string): void
  /** Files of packages are not sent before `release`; `requested` resolves once one is asked for. */
  hold(): { requested: Promise<void>; release: () => void }
  close(): Promise<void>
}

interface Stored {
  manifest: Record<string, unknown>
  archive: Buffer
  publishedAt: string | undefined
}

/** A registry of npm on an ephemeral port of 127.0.0.1: package documents and archives. */
export async function startNpmRegistry(...packages: PublishedPackage[]): Promise<NpmRegistry> {
  const stored = new Map<string, Map<string, Stored>>()
  const damaged = new Set<string>()
  const requests: string[] = []
  let held: Promise<void> | undefined
  let onRequested = (): void => undefined
  let url = ''

  function publish(...added: PublishedPackage[]): void {
    for (const { name, version, manifest = {}, files = {}, publishedAt } of added) {
      const whole = { name, version, ...manifest }
      const archive = gzipSync(
        writeTar({ 'package.json': JSON.stringify(whole), ...files }, 'package'),
      )
      const versions = stored.get(name) ?? new Map<string, Stored>()
      versions.set(version, { manifest: whole, archive, publishedAt })
      stored.set(name, versions)
    }
  }

  function documentOf(
    name: string,
    versions: ReadonlyMap<string, Stored>,
    isFull: boolean,
  ): object {
    const latest = [...versions.keys()].at(-1)
    const entries = [...versions].map(([version, { manifest, archive }]) => [
      version,
      {
        ...manifest,
        hasInstallScript: hasInstallScript(manifest),
        dist: distOf({ name, version, archive }),
      },
    ])
    const times = [...versions].flatMap(([version, { publishedAt }]) =>
      publishedAt === undefined ? [] : [[version, publishedAt]],
    )
    const whole = { name, 'dist-tags': { latest }, versions: Object.fromEntries(entries) as object }
    return isFull ? { ...whole, time: Object.fromEntries(times) as object } : whole
  }

  const distOf = ({
    name,
    version,
    archive,
  }: {
    name: string
    version: string
    archive: Buffer
  }) => ({
    tarball: `${url}/${name}/-/${version}.tgz`,
    shasum: createHash('sha1').update(archive).digest('hex'),
    integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
  })

  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    requests.push(path)
    const [name = '', file] = path.split('/-/')
    const versions = stored.get(name)
    const archive =
      file === undefined ? undefined : versions?.get(file.replace(/\.tgz$/, ''))?.archive
    if (!versions || (file !== undefined && !archive)) {
      response.writeHead(404).end('{"error":"not found"}')
      return
    }
    if (!archive) {
      response.setHeader('content-type', 'application/json')
      // As the usual registry: the short document has no times, and is stored apart.
      const isFull = !(request.headers.accept ?? '').includes('vnd.npm.install')
      response.setHeader('vary', 'accept')
      response.end(JSON.stringify(documentOf(name, versions, isFull)))
      return
    }
    const bytes = damaged.has(name) ? gzipSync(writeTar({ x: 'other' }, 'package')) : archive
    onRequested()
    void Promise.resolve(held).then(() => response.end(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  publish(...packages)
  return {
    url,
    requests,
    publish,
    damage: (name) => void damaged.add(name),
    hold() {
      let release = (): void => undefined
      held = new Promise((resolve) => {
        release = resolve
      })
      const requested = new Promise<void>((resolve) => {
        onRequested = resolve
      })
      return { requested, release }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function hasInstallScript({ scripts }: Record<string, unknown>): boolean {
  return typeof scripts === 'object' && scripts !== null && 'postinstall' in scripts
}
