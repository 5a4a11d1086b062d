import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { importCycles, folderGraph, importGraph } from './import-graph.ts'
import { root } from './command-support/paths.mjs'

const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`)
const folders = [
  ...packages,
  'packages/mcp/checks',
  'packages/ui/gallery',
  'apps/desktop/src',
  'e2e',
].filter((folder) => existsSync(join(root, folder)))

describe('every package is built in layers', () => {
  it.each(folders)('no files of %s import each other in a circle, types included', (folder) => {
    const graph = importGraph(join(root, folder))
    expect(graph.size).toBeGreaterThan(5)
    expect(importCycles(graph)).toEqual([])
  })

  it.each(folders)('no folders of %s import each other in a circle', (folder) => {
    expect(importCycles(folderGraph(importGraph(join(root, folder))))).toEqual([])
  })

  it('no modules of packages/mcp import each other in a circle', () => {
    const modules = folderGraph(importGraph(join(root, 'packages/mcp/src')), 2)
    expect(modules.size).toBeGreaterThan(10)
    expect(importCycles(modules)).toEqual([])
  })
})

describe('a circle is found', () => {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-import-cycles-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  /** @param {Record<string, string>} files */
  const graphOf = (files) => {
    const folder = mkdtempSync(join(home, 'case-'))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    return importGraph(folder)
  }

  it.each([
    ['a type', "import type { B } from './b.ts'"],
    ['a re-export', "export { b } from './b.ts'"],
    ['a dynamic import', "export const b = () => import('./b.ts')"],
    ['several lines', "import {\n  type B,\n} from './b.ts'"],
    ['no name', "import './b.ts'"],
  ])('that is closed by %s', (_, text) => {
    const back = "import type { A } from './a.ts'\nexport type B = A"
    expect(importCycles(graphOf({ 'a.ts': text, 'b.ts': back }))).toEqual(['a.ts -> b.ts -> a.ts'])
  })

  it('between folders whose files have none', () => {
    const graph = graphOf({
      'one/a.ts': "import type { B } from '../two/b.ts'\nexport type A = B",
      'two/b.ts': 'export type B = 1',
      'two/c.ts': "import type { D } from '../one/d.ts'\nexport type C = D",
      'one/d.ts': 'export type D = 1',
    })
    expect(importCycles(graph)).toEqual([])
    expect(importCycles(folderGraph(graph))).toEqual(['one -> two -> one'])
  })

  it('nowhere else: a comment, a test and another package close none', () => {
    const graph = graphOf({
      'a.ts': "import { b } from './b.ts'\nimport { z } from 'zod'\nexport const a = b + z",
      'b.ts': "// import { a } from './a.ts'\n/** `from './a.ts'` */\nexport const b = 1",
      'b.test.ts': "import { a } from './a.ts'\nimport { b } from './b.ts'",
    })
    expect([...graph.keys()]).toEqual(['a.ts', 'b.ts'])
    expect(importCycles(graph)).toEqual([])
  })
})
