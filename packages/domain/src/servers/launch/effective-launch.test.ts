import { expect, test } from 'vitest'
import { programNameOf, unwrap } from './effective-launch.ts'

/** One wrapper taken off a line of words; `~` stands for a space within a word. */
function look(line: string) {
  const [command = '', ...args] = line.split(' ').map((word) => word.replaceAll('~', ' '))
  const launch = { command, args, env: { A: '1', PATH: '/bin' }, cwd: '/home' }
  const inner = unwrap(launch, programNameOf(command))
  if (inner === null || inner === 'unknown') return inner
  const { program, isKnown } = inner
  return `${isKnown ? '' : 'not all of '}${[program.command, ...program.args].join(' ')}`
}

test.each([
  ['env -u X A=b node s.js', 'node s.js'],
  ['env -iv A=b node s.js', 'node s.js'],
  ['env --chdir /x -- A=b node', 'node'],
  ['env -S node~-x~1 s.js', 'node -x 1 s.js'],
  ['env --split-string=A=b~node s.js', 'node s.js'],
  ['nice -n 5 node', 'node'],
  ['nice -5 node', 'node'],
  ['timeout -s KILL 5 node', 'node'],
  ['dumb-init -- node s.js', 'node s.js'],
  ['tini -g -- node', 'node'],
  ['xvfb-run -a -s -screen~0 node', 'node'],
  ['sh -c node~s.js', 'node s.js'],
  ['sh -ec A=b~exec~node~s.js', 'node s.js'],
  ["dash -c cd~/x~&&~node~'a~b'", 'node a b'],
  ['bash --norc -c node', 'node'],
  ['cmd /d /c npx -y x', 'npx -y x'],
  ['cmd.exe /c npx~-y~x', 'npx -y x'],
  ['busybox sh run', 'sh run'],
  // The program is known, but not with what it starts.
  ['bash -c node', 'not all of node'],
  ['sh -lc node', 'not all of node'],
  ['zsh -c node', 'not all of node'],
  ['xargs -n 1 node', 'not all of node'],
  ['sudo -u me node', 'not all of node'],
  ['conda run -n base --no-capture-output python s.py', 'not all of python s.py'],
  ['fnm exec --using 20 node s.js', 'not all of node s.js'],
  ['volta run --node 20 npx x', 'not all of npx x'],
  ['op run --env-file=.env -- node s.js', 'not all of node s.js'],
  ['poetry run python s.py', 'not all of python s.py'],
])('%s starts %s', (line, inner) => {
  expect(look(line)).toBe(inner)
})

test.each([
  'env',
  'env --unknown-option node',
  'env -S node~$X',
  'timeout --unknown 5 node',
  'sh -c node~s.js;rm~x',
  'sh -c cd~x~&&~node',
  'sh -c cd~/x/../y~&&~node',
  'sh -c echo~x~|~node',
  'sh -c eval~node',
  'sh -c `node`',
  'sh -c node~"$X"',
  'sh -c ~',
  'sh -o posix -c node',
  'cmd /c npx~x~&~y',
  'cmd /k npx',
  'volta install node',
  'conda install x',
])('%s cannot be read', (line) => {
  expect(look(line)).toBe('unknown')
})

test.each(['node s.js', 'tool -c x', 'sh run.sh', '/opt/env-tool A=b'])(
  '%s wraps no other',
  (line) => {
    expect(look(line)).toBeNull()
  },
)

test('a wrapper changes the folder and the variables of what it starts', () => {
  const launch = {
    command: 'env',
    args: ['-C', 'in', '-u', 'A', 'B=2', 'node'],
    env: { A: '1' },
    cwd: '/home',
  }
  expect(unwrap(launch, 'env')).toEqual({
    program: { command: 'node', args: [], env: { B: '2' }, cwd: '/home/in' },
    isKnown: true,
  })
  expect(unwrap({ ...launch, args: ['-i', 'B=2', 'node'] }, 'env')).toMatchObject({
    program: { env: { B: '2' }, isEnvironmentCleared: true },
  })
})

/** @threat launch.unpinned-code */
test.each([
  ['C:\\Python\\python.exe.', 'python'],
  ['python.exe ', 'python'],
  ['node.exe::$DATA', 'node'],
  ['NODE.COM', 'node'],
  ['.../bin/my.tool', 'my.tool'],
])('the name of %j is %s, as Windows opens it', (command, name) => {
  expect(programNameOf(command)).toBe(name)
})
