/** The tests that a change affects, by the import graph and by the requirements that tests prove. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../command-support/command-error.mjs'
import { run } from '../command-support/child-processes.mjs'
import { root } from '../command-support/paths.mjs'
import { dependentsOf, importGraph } from '../import-graph.ts'

/** Names of stages with the arguments of their runners. */
export type ChangedStages = ReadonlyMap<string, readonly string[]>

/** Run for every change of what the application is made of. */
const SMOKE = ['chat-tools.spec.ts', 'server-add.spec.ts']
const SOURCE = /(?<!\.d)\.(?:tsx?|mts|mjs|cjs)$/
const isSource = (file: string) => SOURCE.test(file) && !/node_modules|\.tsc\//.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/**
 * Files that differ from a revision, untracked ones included, relative to the repository.
 * @param revision of the commit before the last one where it is absent and nothing waits to be committed
 * @throws {CommandError} for an unknown revision
 */
export async function changedFiles(revision?: string): Promise<string[]> {
  const [uncommitted, untracked] = await Promise.all([
    git('diff', '--name-only', revision ?? 'HEAD'),
    git('ls-files', '--others', '--exclude-standard'),
  ])
  const files = [...uncommitted, ...untracked]
  return files.length > 0 || revision !== undefined ? files : git('diff', '--name-only', 'HEAD~1')
}

async function git(...args: string[]): Promise<string[]> {
  const { code, output } = await run(['git', ...args], { quiet: true })
  if (code !== 0) throw new CommandError(`git ${args.join(' ')} failed:\n${output}`)
  return output.split('\n').filter((line) => line !== '')
}

/** @param files relative to the repository */
export function stagesOf(files: readonly string[]): ChangedStages {
  const present = files.filter((file) => existsSync(join(root, file)))
  const sources = present.filter(isSource)
  const stages = new Map<string, readonly string[]>([['format', present]])
  if (sources.length === 0) return stages
  stages.set('lint', sources)
  stages.set('dead', [])
  const unit = sources.filter((file) => /^(?:packages|apps)\//.test(file))
  if (unit.length > 0) stages.set('unit', unit)
  const specs = specsOf(sources)
  if (specs.length === 0) return stages
  stages.set('build', [])
  stages.set('package', [])
  stages.set('e2e', specs)
  return stages
}

/** End-to-end tests of the requirements that unit tests beside the change prove, and those that import the change. */
export function specsOf(files: readonly string[]): string[] {
  const inProduct = files.filter((file) =>
    /^(?:packages\/(?!testkit\/|tooling\/)|apps\/)/.test(file),
  )
  const proven = new Set(inProduct.flatMap((file) => [...requirementsBeside(file)]))
  const graph = importGraph(join(root, 'e2e'), isSource)
  const changed = files.filter((file) => file.startsWith('e2e/')).map((file) => file.slice(4))
  const dependents = dependentsOf(graph, changed)
  return [...graph.keys()].filter(
    (file) =>
      file.endsWith('.spec.ts') &&
      (dependents.has(file) ||
        (inProduct.length > 0 && SMOKE.includes(file)) ||
        [...requirementsIn(join(root, 'e2e', file))].some((id) => proven.has(id))),
  )
}

/** Requirements that tests of the same package prove which import the file. */
function requirementsBeside(file: string): Set<string> {
  const [folder = ''] = /^(?:packages\/[^/]+|apps\/[^/]+)\/src/.exec(file) ?? []
  if (folder === '') return new Set()
  const graph = importGraph(join(root, folder), isSource)
  const dependents = dependentsOf(graph, [file.slice(folder.length + 1)])
  const tests = [...dependents].filter(isTest)
  return new Set(tests.flatMap((test) => [...requirementsIn(join(root, folder, test))]))
}

/** Ids of the requirements of which a test file proves a clause. */
function requirementsIn(file: string): Set<string> {
  const text = readFileSync(file, 'utf8')
  const clauses = [...text.matchAll(/proves\(\s*'([^']+)'/g)].map(([, clause = '']) => clause)
  return new Set(clauses.map((clause) => clause.slice(0, clause.lastIndexOf('.'))))
}
