import { describe, expect, it } from 'vitest'
import { npmPackageOf, npmSpec } from './npm-package.ts'

const read = (line: string) => {
  const [command = '', ...args] = line.split(' ')
  return npmPackageOf({ command, args })
}

describe('the package of a launch', () => {
  it.each([
    ['npx foo', 'foo', null, []],
    ['npx -y foo@1.2.3 --port 1', 'foo@1.2.3', null, ['--port', '1']],
    ['npx --yes -- @scope/foo@latest -y x', '@scope/foo@latest', null, ['-y', 'x']],
    ['/usr/bin/npx -y @scope/foo@^2', '@scope/foo@^2', null, []],
    ['C:\\node\\npx.cmd -y foo', 'foo', null, []],
    ['npx -y -p foo@1 bar --x', 'foo@1', 'bar', ['--x']],
    ['npx -y --package=@a/foo bar', '@a/foo', 'bar', []],
    ['npm exec -y -- foo a', 'foo', null, ['a']],
    ['npm x foo', 'foo', null, []],
  ])('%s', (line, spec, program, args) => {
    const found = read(line)
    expect(found && npmSpec(found)).toBe(spec)
    expect(found).toMatchObject({ program, args })
  })

  it.each([
    'node foo',
    'npx',
    'npx -y',
    'npx -c foo',
    'npx --registry=http://evil.example foo',
    'npx -p a -p b c',
    'npx -p foo ./c',
    'npx ./folder',
    'npx ../folder',
    'npx /abs',
    'npx github:a/b',
    'npx a/b',
    'npx https://example.org/x.tgz',
    'npx foo@https://example.org/x.tgz',
    'npx foo@npm:evil@1',
    'npx foo@file:../x',
    'npx foo@a/b',
    'npm install foo',
  ])('is none that can be installed: %s', (line) => expect(read(line)).toBeNull())
})
