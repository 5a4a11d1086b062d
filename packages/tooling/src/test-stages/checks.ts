import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { withLock } from '../command-support/lock.mjs'
import { binOf, desktop, root } from '../command-support/paths.mjs'
import { log } from '../command-support/log.mjs'
import { filesBelow } from '../command-support/stamp.mjs'
import { z } from 'zod'
import { checkWith, countParser } from './outcome.ts'

/**
 * `tsc -b` over all references, which writes declarations; a source file that no project contains is a failure. Types of
 * single files are checked by {@link checkLint} as well, in half the time.
 */
export async function checkProjects() {
  const command = [...binOf('typescript', 'tsc'), '-b', '--pretty']
  const outcome = await withLock('types', () => checkWith(command, () => compiledFiles().size))
  const forgotten = filesOutsideEveryProject()
  if (forgotten.length === 0) return outcome
  log.print(`No tsconfig contains:\n  ${forgotten.join('\n  ')}`)
  return { ...outcome, passed: 0, failed: 1 }
}

function filesOutsideEveryProject() {
  const compiled = compiledFiles()
  const isSource = (file: string) =>
    /\.tsx?$/.test(file) && !/\.config\.ts$|\.d\.ts$|\/fixtures?\//.test(file)
  return filesBelow(['apps', 'packages', 'e2e'], isSource).filter((file) => !compiled.has(file))
}

const buildInformationSchema = z.object({ fileNames: z.array(z.string()).default([]) })

/** Source files that the compiler's build information names, relative to the repository. */
function compiledFiles() {
  const files = new Set<string>()
  for (const info of buildInformation()) {
    const { fileNames } = buildInformationSchema.parse(JSON.parse(readFileSync(info, 'utf8')))
    for (const name of fileNames) {
      const file = relative(root, resolve(dirname(info), name)).replaceAll('\\', '/')
      if (name.startsWith('.') && !/node_modules\/|(^|\/)\.tsc\//.test(file)) files.add(file)
    }
  }
  return files
}

function buildInformation() {
  const homes = [root, desktop, join(root, 'e2e'), join(root, 'packages/ui/gallery')]
  for (const name of readdirSync(join(root, 'packages'))) homes.push(join(root, 'packages', name))
  return homes
    .map((home) => join(home, '.tsc'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.tsbuildinfo'))
}

/** Types are checked once, for the rules and for the errors of the compiler. */
export const LINT_OPTIONS = ['--type-aware', '--type-check', '--deny-warnings'] as const

/**
 * oxlint with type information, and every error of the compiler; every warning counts.
 * @param files all where there are none
 */
export function checkLint(files: readonly string[]) {
  return checkWith([...binOf('oxlint'), ...LINT_OPTIONS, ...files], countParser(/ on (\d+) files?/))
}

/** @param files all where there are none */
export function checkFormat(files: readonly string[]) {
  return checkWith([...binOf('oxfmt'), '--check', ...files], countParser(/ on (\d+) files?/))
}

/** Files, exports and dependencies that nothing uses. */
export function checkDeadCode() {
  const reporters = ['--reporter', 'symbols', '--reporter', './packages/tooling/src/knip-count.mjs']
  return checkWith(
    [...binOf('knip'), '--no-progress', '--no-config-hints', ...reporters],
    countParser(/looked at (\d+) files/),
  )
}
