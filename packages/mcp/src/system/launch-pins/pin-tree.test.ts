import {
  mkdtempSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  utimesSync,
  chmodSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { fileChanges } from '@gatehouse/domain/launch'
import { pinLaunch } from './pin-launch.ts'

let root = ''
let bundle = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-tree-'))
  bundle = join(root, 'bundles', 'aa')
  mkdirSync(join(bundle, 'lib'), { recursive: true })
  writeFileSync(join(bundle, 'index.js'), 'require("./lib/a.js")')
  writeFileSync(join(bundle, 'lib', 'a.js'), 'one')
})

const pin = (args: string[], known?: Parameters<typeof pinLaunch>[1]) =>
  pinLaunch(
    {
      command: 'sh',
      path: '/bin/sh',
      args,
      env: {},
      cwd: root,
      folders: [],
      treeRoots: [join(root, 'bundles')],
    },
    known,
  )

/** The kinds of change that a start would be refused for. */
async function changesAfter(change: () => void): Promise<string[]> {
  const { pin: before } = await pin([join(bundle, 'index.js')])
  change()
  const { pin: after } = await pin([join(bundle, 'index.js')], before)
  return fileChanges(before, after).map(({ kind, named }) => `${kind} ${named}`)
}

describe('the pin of a bundle', () => {
  /**
   * @threat bundle.changed-file
   * @attacker program
   * @tries changes a file of an installed bundle that no argument names
   * @stoppedBy the whole folder is pinned and compared at each start
   * @remains packages that a bundle fetches at its start are not part of its pin: see bundle.later-release
   */
  it('covers every file of it, also those that no argument names', async () => {
    expect(await changesAfter(() => undefined)).toEqual([])
    expect(await changesAfter(() => writeFileSync(join(bundle, 'lib', 'a.js'), 'two'))).toEqual([
      `replaced ${bundle}`,
    ])
    expect(await changesAfter(() => writeFileSync(join(bundle, 'lib', 'b.js'), ''))).toEqual([
      `replaced ${bundle}`,
    ])
    expect(await changesAfter(() => rmSync(join(bundle, 'lib', 'b.js')))).toEqual([
      `replaced ${bundle}`,
    ])
    expect(await changesAfter(() => symlinkSync('/etc', join(bundle, 'lib', 'l')))).toEqual([
      `replaced ${bundle}`,
    ])
    expect(await changesAfter(() => chmodSync(join(bundle, 'lib', 'a.js'), 0o755))).toEqual([
      `replaced ${bundle}`,
    ])
  })

  /** @threat bundle.changed-file */
  it('is found again after a change whose times were set back', async () => {
    const past = new Date('2020-01-01')
    const file = join(bundle, 'lib', 'a.js')
    expect(
      await changesAfter(() => {
        writeFileSync(file, 'two')
        utimesSync(file, past, past)
        utimesSync(join(bundle, 'lib'), past, past)
      }),
    ).toEqual([`replaced ${bundle}`])
  })

  it('does not fix a launch elsewhere, nor one whose folder is gone', async () => {
    const outside = await pin([join(root, 'x.js')])
    expect(outside.pin.files.filter(({ path }) => path.startsWith(join(root, 'bundles')))).toEqual(
      [],
    )
    rmSync(bundle, { recursive: true })
    expect((await pin([join(bundle, 'index.js')])).unpinned).not.toBeNull()
  })
})
