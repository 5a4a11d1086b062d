import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeRepository, readFixtures } from './fixture-repository.ts'
import { binOf, root } from '../command-support/paths.mjs'
import { run } from '../command-support/child-processes.mjs'
import { LINT_OPTIONS } from '../test-stages/checks.ts'
import { checkWith, countParser } from '../test-stages/outcome.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

function repositoryOf(kind: string) {
  const fixtures = readFixtures(kind)
  const folder = makeRepository(fixtures)
  folders.push(folder)
  return { fixtures, folder }
}

function note(found: Map<string, Set<string>>, place: string, code: string) {
  found.set(place, (found.get(place) ?? new Set()).add(code))
}

/** Runs oxlint in a folder; rules that it reports, by file, and the number of files that it read. */
async function lintReport(folder: string, options: readonly string[], places: readonly string[]) {
  const command = [...binOf('oxlint'), ...options, '-f', 'json', ...places]
  const { code, output } = await run(command, { quiet: true, cwd: folder })
  const report: { diagnostics: { code: string; filename: string }[]; number_of_files: number } =
    JSON.parse(output.slice(output.indexOf('{')))
  const found = new Map<string, Set<string>>()
  for (const { filename, code: rule } of report.diagnostics) note(found, filename, rule)
  return { code, found, files: report.number_of_files }
}

describe('each lint rule bites', async () => {
  const { fixtures, folder } = repositoryOf('lint')
  // Their types are of no interest, and in part wrong.
  const options = LINT_OPTIONS.filter((option) => option !== '--type-check')
  const packages = ['domain', 'host', 'mcp', 'store', 'ui'].map((name) => `packages/${name}`)
  const { code, found, files } = await lintReport(folder, options, ['apps', ...packages])

  it('oxlint fails on the fixtures and looks at each of them', () => {
    expect(code).not.toBe(0)
    expect(files).toBe(fixtures.length)
  })

  /**
   * @threat turns.quadratic-expressions
   * @attacker server
   * @tries To find an expression that takes the square of a text from outside.
   * @stoppedBy A lint rule has recheck judge every regular expression literal of the sources.
   * @remains Expressions built at run time with new RegExp, of which there are three, are not judged.
   */
  it.each(fixtures)('$name: $expect', ({ place, expect: rule }) => {
    expect([...(found.get(place) ?? ['nothing'])]).toEqual([rule])
  })
})

describe('the compiler guards each boundary', async () => {
  const { fixtures, folder } = repositoryOf('compiler')
  const places = fixtures.map(({ place }) => place)
  const { found } = await lintReport(folder, LINT_OPTIONS, places)
  it.each(fixtures)('$name: $expect', ({ place, expect: code }) => {
    // Rules see some of them too.
    const codes = [...(found.get(place) ?? [])].flatMap((one) => /\bTS\d+/.exec(one)?.[0] ?? [])
    expect(codes).toEqual(code === 'nothing' ? [] : [code])
  })
})

describe('the formatter reads files', async () => {
  const { fixtures, folder } = repositoryOf('format')
  it.each(fixtures)('$name: $expect', async ({ place, expect: expected }) => {
    const { code, output } = await run([...binOf('oxfmt'), '--check', place], {
      quiet: true,
      cwd: folder,
    })
    expect(code).toBe(expected === 'nothing' ? 0 : 1)
    expect(output).toMatch(/ on 1 files/)
  })
})

describe('dead code', () => {
  const { folder } = repositoryOf('format')
  const command = [
    ...binOf('knip'),
    '--no-progress',
    '--no-config-hints',
    '--reporter',
    'symbols',
    '--reporter',
    join(root, 'packages/tooling/src/knip-count.mjs'),
  ]
  async function knipOn(main: string) {
    const home = join(folder, 'dead')
    mkdirSync(join(home, 'src'), { recursive: true })
    writeFileSync(join(home, 'package.json'), '{ "name": "dead", "main": "src/index.ts" }')
    writeFileSync(join(home, 'src/part.ts'), 'export const used = 1\nexport const forgotten = 2\n')
    writeFileSync(join(home, 'src/index.ts'), main)
    return run(command, { quiet: true, cwd: home })
  }

  it('an export that nothing uses is red', async () => {
    const { code, output } = await knipOn("import { used } from './part.ts'\nconsole.log(used)\n")
    expect(output).toMatch(/forgotten/)
    expect(output).toMatch(/looked at 2 files/)
    expect(code).toBe(1)
  })
  it('a file whose exports are all used is green', async () => {
    const { code } = await knipOn(
      "import { forgotten, used } from './part.ts'\nconsole.log(used, forgotten)\n",
    )
    expect(code).toBe(0)
  })
})

describe('the size budget', () => {
  const { folder } = repositoryOf('format')
  it.each([
    ['1 kB', 0],
    ['10 B', 1],
  ])('a limit of %s for 100 bytes exits with %i', async (limit, expected) => {
    writeFileSync(join(folder, 'built.js'), 'x'.repeat(100))
    writeFileSync(
      join(folder, '.size-limit.json'),
      JSON.stringify([{ path: 'built.js', limit, gzip: false, brotli: false }]),
    )
    writeFileSync(
      join(folder, 'package.json'),
      '{ "devDependencies": { "@size-limit/file": "*" } }',
    )
    const { code, output } = await run([...binOf('size-limit'), '--json'], {
      quiet: true,
      cwd: folder,
    })
    expect(`${code} ${output}`).toMatch(new RegExp(`^${expected} `))
  })
})

describe('a gate that looks at nothing', () => {
  it('fails although its program exits with zero', async () => {
    const nothing = await checkWith(
      [process.execPath, '-e', 'console.log("done on 0 files")'],
      countParser(/ on (\d+) files/),
    )
    expect(nothing).toMatchObject({ passed: 0, failed: 1 })
    const silent = await checkWith([process.execPath, '-e', ''], countParser(/ on (\d+) files/))
    expect(silent).toMatchObject({ passed: 0, failed: 1 })
  })
  it('passes when it looked at something and was content', async () => {
    const one = await checkWith(
      [process.execPath, '-e', 'console.log("done on 1 files")'],
      countParser(/ on (\d+) files/),
    )
    expect(one).toMatchObject({ passed: 1, failed: 0, note: 'looked at 1 files' })
  })
})
