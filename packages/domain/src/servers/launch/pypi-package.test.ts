import { describe, expect, it } from 'vitest'
import { installableOf, specOf } from './installable-package.ts'

const read = (line: string) => {
  const [command = '', ...args] = line.split(' ')
  return installableOf({ command, args })
}

describe('the Python package of a launch', () => {
  it.each([
    ['uvx tool', 'tool', null, []],
    ['uvx tool@1.2.3 --port 1', 'tool==1.2.3', null, ['--port', '1']],
    ['uvx tool==1.2.3', 'tool==1.2.3', null, []],
    ['uvx tool@latest --from x', 'tool', null, ['--from', 'x']],
    ['uvx tool[cli,http]>=1,<2', 'tool[cli,http]>=1,<2', null, []],
    ['uv tool run -q tool', 'tool', null, []],
    ['/home/ada/.local/bin/uvx --isolated -- tool -p 1', 'tool', null, ['-p', '1']],
    ['C:\\bin\\uvx.exe tool', 'tool', null, []],
    ['uvx --from tool[x]==2 serve --a', 'tool[x]==2', 'serve', ['--a']],
    ['uvx --from=my-tool serve', 'my-tool', 'serve', []],
    ['pipx run tool a', 'tool', null, ['a']],
    ['pipx run --spec tool~=1.4 serve', 'tool~=1.4', 'serve', []],
  ])('%s', (line, spec, program, args) => {
    const found = read(line)
    expect(found).toMatchObject({ ecosystem: 'pypi', program, args })
    expect(found && !('reason' in found) && specOf(found)).toBe(spec)
  })

  it('has the version of Python and the requirements that are installed beside it', () => {
    expect(read('uvx --python 3.12 --with a,b>=1,<2 --with=c[x] tool')).toMatchObject({
      pypi: { python: '3.12', with: ['a', 'b>=1,<2', 'c[x]'], extras: [] },
    })
  })

  it.each([
    ['uvx --from git+https://example.org/a tool', 'repository', 'git+https://example.org/a'],
    ['uvx tool@git+ssh://example.org/a', 'repository', 'tool@git+ssh://example.org/a'],
    ['uvx https://example.org/tool.whl', 'address', 'https://example.org/tool.whl'],
    ['uvx --from ./folder tool', 'folder', './folder'],
    ['pipx run script.py', 'folder', 'script.py'],
    ['uvx --directory /x tool', 'folder', '--directory'],
    ['uvx --with-editable . tool', 'folder', '--with-editable'],
    ['uvx --index https://other.example tool', 'index', '--index'],
    [
      'uvx --default-index=https://other.example tool',
      'index',
      '--default-index=https://other.example',
    ],
    [
      'pipx run --pip-args=-ihttps://other.example tool',
      'index',
      '--pip-args=-ihttps://other.example',
    ],
    ['uvx --with git+https://example.org/a tool', 'repository', 'git+https://example.org/a'],
    ['uvx --python /usr/bin/python3 tool', 'option', '--python /usr/bin/python3'],
    ['uvx --prerelease allow tool', 'option', '--prerelease'],
    ['uvx --from tool python -m tool', 'option', 'python'],
    ['uvx tool;python_version<"3"', 'option', 'tool;python_version<"3"'],
  ])('cannot be installed for a part that is named: %s', (line, reason, word) =>
    expect(read(line)).toEqual({ reason, word }),
  )

  it.each([
    'uv run tool',
    'uv tool install tool',
    'pipx install tool',
    'uvx',
    'uvx -q',
    'python tool',
  ])('is none: %s', (line) => expect(read(line)).toBeNull())

  it('cannot be installed where variables or the folder hold settings of its runner', () => {
    const launch = { command: 'uvx', args: ['tool'] }
    const env = [{ name: 'UV_INDEX_URL' }]
    expect(installableOf({ ...launch, env })).toEqual({ reason: 'settings', word: 'UV_INDEX_URL' })
    expect(installableOf({ ...launch, cwd: '/a' })).toEqual({ reason: 'settings', word: '/a' })
    expect(installableOf({ ...launch, env: [{ name: 'TOKEN' }] })).toMatchObject({ name: 'tool' })
  })
})
