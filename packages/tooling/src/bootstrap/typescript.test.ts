import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-typescript-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('TypeScript is loaded by tsx where Node says that it does not strip types, as 22.10 to 22.17 do', () => {
  const typed = join(folder, 'typed.mts')
  // An enum cannot be stripped: a Node that strips types by itself has to leave it to tsx as well.
  writeFileSync(typed, 'enum Way { In = "in" }\nexport const way: string = Way.In\n')
  const code = `
    Object.defineProperty(process.features, 'typescript', { value: false })
    const { registerTypeScript } = await import(${JSON.stringify(new URL('typescript.mjs', import.meta.url).href)})
    await registerTypeScript()
    const { way } = await import(${JSON.stringify(pathToFileURL(typed).href)})
    process.stdout.write(way)
  `
  expect(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }),
  ).toBe('in')
})
