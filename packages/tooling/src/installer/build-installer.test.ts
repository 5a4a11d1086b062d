import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { installerVersion } from './build-installer.ts'

const pinned = { dist: '', executable: '', version: '45.4.1', isFallback: false }
const standIn = { dist: '', executable: '', version: '33.2.1', isFallback: true }

it('only a release with the pinned Electron has the version of the release', () => {
  expect(installerVersion('0.1.0', pinned, 'release')).toBe('0.1.0')
  expect(installerVersion('0.1.0', standIn, 'release')).toBe('0.1.0-dev.electron33.2.1')
})

const hasDpkg = spawnSync('dpkg', ['--version']).status === 0

it.runIf(hasDpkg)('the release upgrades every other version, and drivable upgrades sealed', () => {
  const debian = (electron: typeof pinned, variant: 'release' | 'sealed' | 'drivable') =>
    installerVersion('0.1.0', electron, variant).replaceAll('-', '~')
  const isNewer = (newer: string, older: string) =>
    spawnSync('dpkg', ['--compare-versions', newer, 'gt', older]).status === 0
  const release = debian(pinned, 'release')
  expect(isNewer(release, debian(standIn, 'release'))).toBe(true)
  expect(isNewer(release, debian(pinned, 'drivable'))).toBe(true)
  expect(isNewer(debian(pinned, 'drivable'), debian(pinned, 'sealed'))).toBe(true)
})
