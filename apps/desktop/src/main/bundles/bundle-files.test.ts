import { isGatehouseError } from '@gatehouse/domain'
import type { BundleFiles } from '@gatehouse/host/ports'
import { writeZip, type ZipEntry } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFileDownload } from '@gatehouse/mcp'
import { createBundleFiles } from './bundle-files.ts'

let folder = ''
let bundles: BundleFiles

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-bundle-'))
  mkdirSync(join(folder, 'bundles'))
  bundles = createBundleFiles({
    root: join(folder, 'bundles'),
    workRoot: join(folder, 'work'),
    platform: 'linux',
    folders: { home: '/h', desktop: '/h/d', documents: '/h/o', downloads: '/h/l' },
    download: createFileDownload({ environment: {} }),
  })
})

const MANIFEST: ZipEntry = { name: 'manifest.json', data: '{"name":"x"}' }

async function unpack(bytes: Buffer) {
  const path = join(folder, 'a.mcpb')
  writeFileSync(path, bytes)
  return bundles.unpack(path)
}

/** Code of the refusal, with its subject; the folder of bundles must be empty after it. */
async function refusal(bytes: Buffer): Promise<string> {
  const error = await unpack(bytes).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!isGatehouseError(error)) return `not refused: ${String(error)}`
  const left = readdirSync(join(folder, 'bundles')).length
  return `${String(error.data['code'])} ${String(error.data['detail'])} ${String(left)}`
}

function sign(bytes: Buffer): Buffer {
  const [input, key, certificate, output] = ['in', 'key', 'crt', 'sig'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  writeFileSync(input, bytes)
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=Ada/O=Works',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  )
  execFileSync(
    'openssl',
    [
      'cms',
      '-sign',
      '-binary',
      '-in',
      input,
      '-signer',
      certificate,
      '-inkey',
      key,
      '-outform',
      'DER',
      '-out',
      output,
    ],
    { stdio: 'ignore' },
  )
  return readFileSync(output)
}

function blockOf(signature: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(signature.length)
  return Buffer.concat([Buffer.from('MCPB_SIG_V1'), length, signature, Buffer.from('MCPB_SIG_END')])
}

/** An archive whose comment holds the list and the end of another one: readers differ in which end they take. */
function secondList(): Buffer {
  const other = writeZip([{ name: 'manifest.json', data: '{"name":"other"}' }])
  const first = writeZip([MANIFEST], { comment: 'x'.repeat(other.length) })
  return Buffer.concat([first.subarray(0, -other.length), other])
}

describe('plugins on the disk', () => {
  const files = {
    'plugin.json': '{"name":"notes"}',
    'mcp.json': '{}',
    'bin/run.sh': '#!/bin/sh\n',
    '.git/config': 'x',
  }
  const write = (root: string): string => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return root
  }

  it('are found by their folder, their manifest or an archive, and nothing else is one', async () => {
    const plugin = write(join(folder, 'notes'))
    mkdirSync(join(folder, 'claude/.claude-plugin'), { recursive: true })
    const manifest = join(folder, 'claude/.claude-plugin/plugin.json')
    writeFileSync(manifest, '{"name":"x"}')
    mkdirSync(join(folder, 'other'))
    writeFileSync(join(folder, 'other/plugin.json'), '{"port":1}')
    const found = await Promise.all(
      [
        plugin,
        join(plugin, 'plugin.json'),
        manifest,
        join(folder, 'a.zip'),
        join(folder, 'other'),
        join(folder, 'other/plugin.json'),
        join(folder, 'nowhere'),
      ].map((path) => bundles.findPlugin(path)),
    )
    expect(found).toEqual([
      plugin,
      plugin,
      join(folder, 'claude'),
      join(folder, 'a.zip'),
      null,
      null,
      null,
    ])
  })

  /**
   * @threat plugin.changed-folder
   * @attacker program
   * @tries changes the folder of a plugin after its servers were allowed
   * @stoppedBy servers run from a read-only copy that is named by its content and pinned whole
   */
  it('are copied read-only under their content, without the repository of a checkout', async () => {
    const plugin = write(join(folder, 'notes'))
    const copy = await bundles.unpackPlugin(plugin)
    expect(copy.files).toEqual(['bin/run.sh', 'mcp.json', 'plugin.json'])
    expect(copy.root).toBe(copy.folder)
    expect(await copy.read('plugin.json')).toBe('{"name":"notes"}')
    expect(await copy.read('.git/config')).toBeNull()
    const mode = (path: string): number => statSync(join(copy.folder, path)).mode & 0o777
    expect(['bin', 'bin/run.sh', 'mcp.json'].map(mode)).toEqual([0o555, 0o555, 0o444])
    expect((await bundles.unpackPlugin(plugin)).folder).toBe(copy.folder)
    writeFileSync(join(plugin, 'mcp.json'), '{"mcpServers":{}}')
    const changed = await bundles.unpackPlugin(plugin)
    expect(changed.folder).not.toBe(copy.folder)
    expect(await copy.read('mcp.json')).toBe('{}')
    proves('server.plugins.copied')
  })

  it('of an archive may lie one folder down', async () => {
    const path = join(folder, 'notes.zip')
    const entries = [
      { name: 'notes-main/plugin.json', data: '{"name":"notes"}' },
      { name: 'notes-main/mcp.json', data: '{}' },
    ]
    writeFileSync(path, writeZip(entries))
    const copy = await bundles.unpackPlugin(path)
    expect(copy.root).toBe(join(copy.folder, 'notes-main'))
    expect(copy.files).toEqual(['plugin.json', 'mcp.json'])
    expect(await copy.read('plugin.json')).toBe('{"name":"notes"}')
  })

  /**
   * @threat plugin.outside
   * @attacker file
   * @tries has a link in the folder of a plugin, so that a file of the person is copied and read
   * @stoppedBy the folder is read by the rules of an archive: links are refused, also one that takes the place of a
   * file while it is read
   */
  it('are refused with links, and nothing of them is left', async () => {
    const plugin = write(join(folder, 'notes'))
    symlinkSync('/etc/passwd', join(plugin, 'secret'))
    await expect(bundles.unpackPlugin(plugin)).rejects.toMatchObject({
      data: { code: 'bundle-unsafe', detail: 'secret' },
    })
    expect(readdirSync(join(folder, 'bundles'))).toEqual([])
  })
})

describe('bundles on the disk', () => {
  it('unpacks each file as it is, read-only, and finds programs by their modes or first bytes', async () => {
    const entries = [
      MANIFEST,
      { name: 'server/', mode: 0o040755 },
      { name: 'server/run.sh', data: '#!/bin/sh\n', mode: 0o100644 },
      { name: 'server/tool', data: 'data', mode: 0o100755 },
      { name: 'server/é.txt', data: 'ü'.repeat(5000) },
    ]
    const found = await unpack(writeZip(entries))
    expect(found.manifest).toBe('{"name":"x"}')
    expect(found.signature).toMatchObject({ state: 'none', signer: null, certificate: null })
    expect(found.folder).toBe(join(folder, 'bundles', found.sha256))
    expect(found.files).toEqual(['manifest.json', 'server/run.sh', 'server/tool', 'server/é.txt'])
    const mode = (path: string): number => statSync(join(found.folder, path)).mode & 0o777
    expect(['manifest.json', 'server', 'server/run.sh', 'server/tool'].map(mode)).toEqual([
      0o444, 0o555, 0o555, 0o555,
    ])
    expect(readFileSync(join(found.folder, 'server/é.txt'), 'utf8')).toBe('ü'.repeat(5000))
    expect((await unpack(writeZip(entries))).folder).toBe(found.folder)
  })

  it('names the packages that a script imports and the bundle does not contain', async () => {
    const code = [
      "import { a } from 'in-it'",
      "import fs from 'node:fs'; import path from 'path'",
      "import x from '@scope/left-out/deep.js'",
      "import './own.js'",
      "const y = require('gone/sub')",
      "export * from 'in-it/more'",
    ].join('\n')
    const found = await unpack(
      writeZip([
        MANIFEST,
        { name: 'server/index.js', data: code },
        { name: 'node_modules/in-it/index.js' },
      ]),
    )
    const missing = (script: string) => bundles.missingPackages(found, script)
    await expect(missing('server/index.js')).resolves.toEqual(['@scope/left-out', 'gone'])
    await expect(missing('../../a.mcpb')).resolves.toEqual([])
  })

  /** @threat bundle.elsewhere */
  it('takes its folder from the content, whatever its manifest calls it', async () => {
    const outside = join(folder, 'y')
    writeFileSync(outside, 'mine')
    const name = 'x/../../../y'
    const found = await unpack(
      writeZip([{ name: 'manifest.json', data: JSON.stringify({ name }) }]),
    )
    expect(found.folder).toBe(join(folder, 'bundles', found.sha256))
    await bundles.prune(() => false)
    expect(readdirSync(join(folder, 'bundles'))).toEqual([])
    expect(readFileSync(outside, 'utf8')).toBe('mine')
  })

  /** @threat bundle.swapped-download */
  it('fetches a bundle by its digest, and leaves nothing of another one', async () => {
    const bytes = writeZip([MANIFEST])
    const server = createServer((_request, response) => response.end(bytes))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`
    const request = (sha256: string) => ({ url, sha256, network: undefined, onBytes: () => {} })
    const { signal } = new AbortController()
    try {
      await expect(bundles.fetch(request('0'.repeat(64)), signal)).rejects.toMatchObject({
        code: 'download/failed',
        data: { problem: 'checksum' },
      })
      expect(readdirSync(join(folder, 'bundles'))).toEqual([])
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const found = await bundles.fetch(request(sha256), signal)
      expect(found).toMatchObject({ hosts: [new URL(url).host], bundle: { sha256 } })
      expect(readdirSync(join(folder, 'bundles'))).toEqual([sha256])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('removes what is not used, and nothing else', async () => {
    const kept = await unpack(writeZip([MANIFEST]))
    const other = await unpack(writeZip([MANIFEST, { name: 'a/b' }]))
    await bundles.prune((path) => path === kept.folder)
    expect(readdirSync(join(folder, 'bundles'))).toEqual([kept.sha256])
    expect(other.folder).not.toBe(kept.folder)
    expect(readdirSync(folder).toSorted()).toEqual(['a.mcpb', 'bundles'])
  })

  /**
   * @threat bundle.elsewhere
   * @attacker file
   * @tries names files of a bundle so that they land outside of its folder, or onto each other
   * @stoppedBy names are refused that lead out, name a device or are one on any system; links are refused; files are
   * only ever made anew
   */
  it.each([
    ['leads out', 'a/../b'],
    ['leads out by a backslash', '..\\x'],
    ['is absolute', '/etc/x'],
    ['has a drive', 'C:x'],
    ['is a device', 'a/CON.txt'],
    ['ends with a dot', 'a/x.'],
    ['has an empty part', 'a//x'],
    ['has a control character', 'a\u0007'],
  ])('refuses a name that %s', async (_why, name) => {
    expect(await refusal(writeZip([MANIFEST, { name }]))).toMatch(/^bundle-unsafe .*0$/)
  })

  /** @threat bundle.elsewhere */
  it.each<[string, ZipEntry[]]>([
    ['case', [{ name: 'A' }, { name: 'a' }]],
    ['Unicode form', [{ name: 'É' }, { name: 'E\u0301' }]],
    ['a file and a folder', [{ name: 'x' }, { name: 'x/y' }]],
    ['a folder and a file', [{ name: 'x/y' }, { name: 'x' }]],
    ['the same name', [{ name: 'x' }, { name: 'x' }]],
  ])('refuses two names that are one by %s', async (_why, entries) => {
    expect(await refusal(writeZip([MANIFEST, ...entries]))).toMatch(/^bundle-unsafe .* 0$/)
  })

  /** @threat bundle.elsewhere */
  it('refuses links, devices, encrypted files, and archives that hide something', async () => {
    const cases: Record<string, Buffer> = {
      link: writeZip([MANIFEST, { name: 'l', data: '/etc', mode: 0o120777 }]),
      device: writeZip([MANIFEST, { name: 'd', mode: 0o020644 }]),
      encrypted: writeZip([MANIFEST, { name: 'e', data: 'x', isEncrypted: true }]),
      'another name': writeZip([MANIFEST, { name: 'a.js', localName: 'b.js' }]),
      overlap: writeZip([MANIFEST, { name: 'a' }, { name: 'b', isOverlapping: true }]),
      gap: writeZip([MANIFEST], { gap: 'hidden' }),
      comment: writeZip([MANIFEST], { comment: 'PK\u0005\u0006' }),
      prefix: Buffer.concat([writeZip([{ name: 'a' }]), writeZip([MANIFEST])]),
      bomb: writeZip([MANIFEST, { name: 'b', data: Buffer.alloc(20_000_000), claimedSize: 1000 }]),
      zeros: writeZip([
        MANIFEST,
        ...['1', '2', '3'].map((name) => ({ name, data: '0', claimedSize: 400_000_000 })),
      ]),
      'a second list in the comment': secondList(),
      'too little': writeZip([MANIFEST, { name: 'b', data: 'x', claimedSize: 9 }]),
      'no archive': Buffer.from('hello'),
      'no manifest': writeZip([{ name: 'x' }]),
    }
    const found: Record<string, string> = {}
    for (const [name, bytes] of Object.entries(cases)) found[name] = await refusal(bytes)
    expect(found).toEqual({
      link: 'bundle-unsafe l 0',
      device: 'bundle-unsafe d 0',
      encrypted: 'bundle-encrypted  0',
      'another name': 'bundle-layout a.js 0',
      overlap: 'bundle-layout  0',
      gap: 'bundle-layout  0',
      comment: 'bundle-damaged  0',
      prefix: 'bundle-layout  0',
      bomb: 'bundle-damaged b 0',
      zeros: 'too-large 1000 0',
      'a second list in the comment': 'bundle-layout  0',
      'too little': 'bundle-damaged b 0',
      'no archive': 'bundle-damaged  0',
      'no manifest': 'bundle-no-manifest  0',
    })
  })

  /**
   * @threat bundle.two-archives
   * @attacker file
   * @tries has the signature cover one archive and the reader see another
   * @stoppedBy each byte belongs to one entry or to the list; the signature is taken over exactly that archive
   */
  it('takes signatures of either way of signing, names the signer, and refuses broken ones', async () => {
    const zip = writeZip([MANIFEST])
    const block = blockOf(sign(zip))
    const plain = await unpack(Buffer.concat([zip, block]))
    expect(plain.signature).toMatchObject({ state: 'valid', signer: 'Ada' })
    expect(plain.signature.certificate).toMatch(/^[0-9a-f]{64}$/)
    const { from = 0, until = 0 } = plain.signature.validity ?? {}
    expect([from <= Date.now(), Math.round((until - from) / 86_400_000)]).toEqual([true, 30])
    // The length of the comment is written after signing.
    const patched = Buffer.from(zip)
    patched.writeUInt16LE(block.length, patched.length - 2)
    const other = await unpack(Buffer.concat([patched, block]))
    expect(other).toMatchObject({ sha256: plain.sha256, signature: plain.signature })

    const changed = writeZip([{ name: 'manifest.json', data: '{"name":"y"}' }])
    expect(await refusal(Buffer.concat([changed, block]))).toMatch(/^bundle-signature/)
    expect(await refusal(Buffer.concat([zip, blockOf(Buffer.from('no signature'))]))).toMatch(
      /^bundle-signature/,
    )
    // Signed is the first archive; a reader of the whole file would see the second.
    expect(await refusal(Buffer.concat([zip, block, changed]))).toMatch(/^bundle-layout/)
  })
})
