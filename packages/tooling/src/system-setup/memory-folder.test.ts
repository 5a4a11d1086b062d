import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fastTempFolder, withDiskFolder } from './memory-folder.ts'

it('names a folder that is there', () => {
  expect([tmpdir(), '/dev/shm']).toContain(fastTempFolder())
  expect(existsSync(fastTempFolder())).toBe(true)
})

it('lets what is timed keep its files in a folder of the system, and removes it however the work ends', async () => {
  const folders: string[] = []
  const failing = withDiskFolder(({ TMPDIR = '', TMP, TEMP }) => {
    expect([TMP, TEMP]).toEqual([TMPDIR, TMPDIR])
    writeFileSync(join(TMPDIR, 'file'), '')
    folders.push(TMPDIR)
    return Promise.reject(new Error('it failed'))
  })
  await expect(failing).rejects.toThrow('it failed')
  expect(folders[0]).toContain(tmpdir())
  expect(existsSync(folders[0] ?? '')).toBe(false)
})
