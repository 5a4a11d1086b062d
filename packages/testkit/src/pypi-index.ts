import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { writeTar } from './write-tar.ts'
import { writeZip } from './write-zip.ts'

/** A Python package as it is published: a pure wheel, or source only. */
export interface PublishedPython {
  name: string
  version: string
  requires?: readonly string[]
  /** Console scripts, as `module:function` by name. */
  programs?: Record<string, string>
  /** Files by their paths in the environment's packages. */
  files?: Record<string, string>
  /** Text of its `setup.py`: there is source and no wheel. */
  setup?: string
  /** As in `Requires-Python`. */
  python?: string
}

export interface PypiIndex {
  /** Address of the simple index. */
  url: string
  /** Paths that were requested. */
  requests: string[]
  publish(...packages: PublishedPython[]): void
  /** Sends other bytes than the index describes for the files of this package. */
  damage(name: string): void
  /** Files are not sent before `release`; `requested` resolves once one is asked for. */
  hold(): { requested: Promise<void>; release: () => void }
  close(): Promise<void>
}

interface Stored {
  project: string
  file: string
  bytes: Buffer
  python: string
}

/** A simple index (PEP 503, and PEP 691 for clients that ask for JSON) on an ephemeral port of 127.0.0.1. */
export async function startPypiIndex(...packages: PublishedPython[]): Promise<PypiIndex> {
  const stored: Stored[] = []
  const damaged = new Set<string>()
  const requests: string[] = []
  let held: Promise<void> | undefined
  let onRequested = (): void => undefined

  function publish(...added: PublishedPython[]): void {
    for (const one of added) {
      const { name, python = '' } = one
      const stem = `${name.replaceAll('-', '_')}-${one.version}`
      const file = one.setup === undefined ? `${stem}-py3-none-any.whl` : `${stem}.tar.gz`
      const bytes = one.setup === undefined ? wheelOf(one, stem) : sourceOf(one, one.setup, stem)
      stored.push({ project: name.toLowerCase().replaceAll(/[-_.]+/g, '-'), file, bytes, python })
    }
  }

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const project = /^\/simple\/([^/]+)\/$/.exec(path)?.[1]
    const files = stored.filter((one) => one.project === project)
    const file = stored.find((one) => path === `/files/${one.file}`)
    if (files.length > 0) {
      const isJson = (request.headers.accept ?? '').includes('vnd.pypi.simple.v1+json')
      response.setHeader(
        'content-type',
        isJson ? 'application/vnd.pypi.simple.v1+json' : 'text/html',
      )
      response.end(isJson ? jsonPage(project ?? '', files) : htmlPage(files))
    } else if (file) {
      onRequested()
      const bytes = damaged.has(file.project)
        ? Buffer.concat([file.bytes, Buffer.from('x')])
        : file.bytes
      void Promise.resolve(held).then(() => response.end(bytes))
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  publish(...packages)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`,
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

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const htmlPage = (files: readonly Stored[]): string =>
  `<!DOCTYPE html><html><body>${files
    .map(
      ({ file, bytes, python }) =>
        `<a href="/files/${file}#sha256=${sha256(bytes)}" data-requires-python="${python.replaceAll('>', '&gt;')}">${file}</a>`,
    )
    .join('')}</body></html>`

const jsonPage = (name: string, files: readonly Stored[]): string =>
  JSON.stringify({
    meta: { 'api-version': '1.0' },
    name,
    files: files.map(({ file, bytes, python }) => ({
      filename: file,
      url: `/files/${file}`,
      hashes: { sha256: sha256(bytes) },
      ...(python === '' ? {} : { 'requires-python': python }),
    })),
  })

const metadataOf = ({ name, version, requires = [], python }: PublishedPython): string =>
  [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    ...requires.map((one) => `Requires-Dist: ${one}`),
    ...(python === undefined ? [] : [`Requires-Python: ${python}`]),
    '',
  ].join('\n')

function wheelOf(one: PublishedPython, stem: string): Buffer {
  const info = `${stem}.dist-info`
  const programs = Object.entries(one.programs ?? {}).map(([name, entry]) => `${name} = ${entry}`)
  const files: Record<string, string> = {
    ...one.files,
    [`${info}/METADATA`]: metadataOf(one),
    [`${info}/WHEEL`]:
      'Wheel-Version: 1.0\nGenerator: testkit\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/entry_points.txt`]: ['[console_scripts]', ...programs, ''].join('\n'),
  }
  const record = [...Object.keys(files), `${info}/RECORD`].map((path) => `${path},,\n`).join('')
  return writeZip(
    Object.entries({ ...files, [`${info}/RECORD`]: record }).map(([name, data]) => ({
      name,
      data,
    })),
  )
}

const sourceOf = (one: PublishedPython, setup: string, stem: string): Buffer =>
  gzipSync(writeTar({ ...one.files, 'setup.py': setup, 'PKG-INFO': metadataOf(one) }, stem))
