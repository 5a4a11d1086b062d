import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { root } from '../command-support/paths.mjs'

/** A file that breaks one rule: where it would stand, and what must be reported about it. */
export type Fixture = { name: string; place: string; expect: string; text: string }

/** Reads `fixtures/<kind>`: each file's first two lines say its place and what is expected. */
export function readFixtures(kind: string): Fixture[] {
  const folder = join(root, 'packages/tooling/src/quality-gate-tests/fixtures', kind)
  return readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const [, place, expect] = /^\/\/ place: (.+)\n\/\/ expect: (.+)\n/.exec(text) ?? []
    if (place === undefined || expect === undefined)
      throw new Error(`${kind}/${name} lacks its two lines`)
    return { name, place, expect, text }
  })
}

/**
 * A repository in a temporary folder with this one's configuration and the fixtures as its only
 * sources, so that real gates run on them at the places where they would stand.
 * @returns its folder, for the caller to remove
 */
export function makeRepository(fixtures: readonly Fixture[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-gates-'))
  for (const name of ['.oxlintrc.json', '.oxfmtrc.json', 'tsconfig.base.json', 'package.json']) {
    cpSync(join(root, name), join(folder, name))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  cpSync(join(root, 'packages/tooling/src/lint'), join(folder, 'packages/tooling/src/lint'), {
    recursive: true,
  })
  for (const home of new Set(fixtures.map(({ place }) => place.split('/').slice(0, 2).join('/')))) {
    copyPackage(home, folder)
  }
  for (const { place, text } of fixtures) {
    mkdirSync(dirname(join(folder, place)), { recursive: true })
    writeFileSync(join(folder, place), text)
  }
  return folder
}

/** @param home a package's folder relative to the repository */
function copyPackage(home: string, folder: string) {
  mkdirSync(join(folder, home), { recursive: true })
  cpSync(join(root, home, 'package.json'), join(folder, home, 'package.json'))
  const modules = join(root, home, 'node_modules')
  if (existsSync(modules)) symlinkSync(modules, join(folder, home, 'node_modules'), 'junction')
  for (const name of readdirSync(join(root, home)).filter((file) =>
    /^tsconfig.*\.json$/.test(file),
  )) {
    const config = z
      .looseObject({ references: z.unknown() })
      .parse(JSON.parse(readFileSync(join(root, home, name), 'utf8')))
    writeFileSync(join(folder, home, name), JSON.stringify({ ...config, references: undefined }))
  }
}
