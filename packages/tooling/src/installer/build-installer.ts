import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'
import {
  packageApp,
  packagedExecutable,
  type PackageVariant,
} from '../build-and-start/package-app.ts'
import { mustRun } from '../command-support/child-processes.mjs'
import { binOf, desktop, root, workCache } from '../command-support/paths.mjs'
import { filesBelow, fingerprint } from '../command-support/stamp.mjs'
import { cachedStep } from '../command-support/step.mjs'
import type { Electron } from '../electron/provide-electron.ts'

export interface Installer {
  /** The .deb. */
  file: string
  /** As Debian writes it. */
  version: string
}

const manifestSchema = z.object({ version: z.string() })

/**
 * Version of an installer. One with the stand-in Electron is a development build, and older than the release. Of
 * those for tests `drivable` is newer than `sealed`, so that it upgrades it.
 */
export function installerVersion(release: string, electron: Electron, variant: PackageVariant) {
  if (variant === 'sealed') return `${release}-test.1`
  if (variant === 'drivable') return `${release}-test.2`
  return electron.isFallback ? `${release}-dev.electron${electron.version}` : release
}

/** Makes the .deb of the packaged application, as electron-builder.yml describes it. */
export async function buildInstaller(
  electron: Electron,
  variant: PackageVariant,
): Promise<Installer> {
  await packageApp(electron, variant)
  const manifest: unknown = JSON.parse(readFileSync(join(desktop, 'package.json'), 'utf8'))
  const version = installerVersion(manifestSchema.parse(manifest).version, electron, variant)
  const folder =
    variant === 'release' ? join(root, 'release') : join(workCache, 'installers', variant)
  const file = join(folder, `gatehouse_${version.replaceAll('-', '~')}.deb`)
  const inputs = [
    'electron-builder.yml',
    'apps/desktop/package.json',
    'packages/tooling/src/installer',
  ]
  await cachedStep(
    {
      name: `Make the installer ${version}`,
      stamp: `installer-${variant}`,
      fingerprint: () =>
        fingerprint(filesBelow([...inputs, 'resources']), [
          readFileSync(join(workCache, `package-${variant}.stamp`), 'utf8'),
        ]),
      outputs: [file],
    },
    () => makeDeb({ electron, version, folder, file, variant }),
  )
  return { file, version: version.replaceAll('-', '~') }
}

interface Target {
  electron: Electron
  variant: PackageVariant
  version: string
  folder: string
  file: string
}

async function makeDeb({ electron, variant, version, folder, file }: Target) {
  mkdirSync(folder, { recursive: true })
  rmSync(file, { force: true })
  await mustRun(
    'Making the installer',
    [
      ...binOf('electron-builder', 'electron-builder', 'apps/desktop'),
      '--linux',
      'deb',
      '--publish',
      'never',
      '--prepackaged',
      dirname(packagedExecutable(variant)),
      '--config',
      join(root, 'electron-builder.yml'),
      '--projectDir',
      root,
      `-c.directories.output=${folder}`,
      `-c.electronVersion=${electron.version}`,
      `-c.extraMetadata.version=${version}`,
      `-c.deb.artifactName=gatehouse_${version.replaceAll('-', '~')}.deb`,
      ...(version.includes('-') ? developmentOptions : []),
    ],
    { quiet: true, cwd: root, env: electron.isFallback ? standInForFpm() : {} },
  )
}

/** Nobody downloads it, so it is packed quickly, and it says what it is. */
const developmentOptions = [
  '-c.deb.compression=gz',
  '-c.linux.description=A development build, for tests only. It is never published.',
]

/**
 * The environment in which electron-builder finds a program of ours as `fpm`. Its own comes from the same host as
 * Electron, so it is missing where Electron is.
 */
function standInForFpm(): NodeJS.ProcessEnv {
  const folder = join(workCache, 'fpm')
  mkdirSync(folder, { recursive: true })
  const script = join(root, 'packages/tooling/src/installer/dpkg-fpm.mjs')
  const lines = ['#!/bin/sh', `exec '${process.execPath}' '${script}' "$@"`, '']
  writeFileSync(join(folder, 'fpm'), lines.join('\n'), { mode: 0o755 })
  return {
    USE_SYSTEM_FPM: 'true',
    PATH: [folder, process.env['PATH']].join(delimiter),
  }
}
