import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFiles } from './system-files.ts'

const hasDpkg = spawnSync('dpkg-query', ['-S', '/usr/bin/dpkg']).status === 0

it.runIf(hasDpkg)(
  'a file that was left is found; one of another package and one that went are not',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-left-'))
    try {
      const link = join(folder, 'link-to-nothing')
      symlinkSync('/no-such-program', link)
      const after = new Set([folder, link, '/usr/bin/dpkg', '/usr/bin/no-such-program', '/etc'])
      expect(await newFiles(new Set(['/etc']), after)).toEqual([folder, link])
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
