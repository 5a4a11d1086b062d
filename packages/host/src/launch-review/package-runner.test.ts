import { describe, expect, it } from 'vitest'
import { launchRisks } from './launch-risks.ts'
import { packageRunner } from './package-runner.ts'

const draft = (command: string, args: string[]) => ({
  kind: 'stdio' as const,
  command,
  args,
  env: [],
  cwd: '/code/app',
})

/** The first thing a folder could hold in the place of what is meant. */
const copies = (command: string, ...args: string[]) => packageRunner(draft(command, args))?.copies

describe('a package runner', () => {
  it.each([
    ['npx', ['-y', '@scope/server@1.2.3', '/x'], 'node_modules/@scope/server'],
    ['npx.cmd', ['-y', 'server'], 'node_modules/server'],
    ['/usr/bin/npx', ['-p', 'server@1', 'run'], 'node_modules/server'],
    ['npx', ['--package=server', 'run'], 'node_modules/server'],
    ['bunx', ['server'], 'node_modules/.bin/server'],
    ['pnpm', ['dlx', 'server'], 'node_modules/server'],
    ['yarn', ['dlx', 'server'], 'node_modules/server'],
    ['npm', ['exec', '--', 'server'], 'node_modules/server'],
    ['env', ['A=b', 'npx', 'server'], 'node_modules/server'],
    ['uvx', ['mcp-server-git==1.0'], 'mcp_server_git'],
    ['uv', ['run', 'server.py'], 'server.py'],
    ['pipx', ['run', 'server'], '.venv/bin/server'],
    ['python3', ['-m', 'mcp_server'], 'mcp_server.py'],
    ['node', ['./dist/server.js'], './dist/server.js'],
    ['node', ['dist/server.js'], 'dist/server.js'],
    ['./server', [], './server'],
  ])('%s %j may take a copy from the folder', (command, args, copy) => {
    expect(copies(command, ...args)).toContain(copy)
  })

  it.each([
    ['deno', ['run', 'npm:x'], 'deno.json'],
    ['cargo', ['run'], 'Cargo.toml'],
    ['go', ['run', '.'], 'go.mod'],
    ['make', ['serve'], 'Makefile'],
    ['docker', ['compose', 'up'], 'compose.yaml'],
    ['npx', ['x'], '.npmrc'],
    ['uvx', ['x'], 'uv.toml'],
  ])('%s %j is steered by a file of the folder', (command, args, file) => {
    expect(packageRunner(draft(command, args))?.lookFor).toContain(file)
  })

  it.each([
    ['node', ['/opt/server.js']],
    ['/opt/server', ['--port', '1']],
    ['python-server', []],
  ])('%s %j runs the same in every folder', (command, args) => {
    expect(packageRunner(draft(command, args))).toBeNull()
  })

  it('a package name that leaves the folder is not looked for', () => {
    expect(copies('npx', '@a/../../b')).toEqual([])
  })
})

/**
 * @threat launch.planted-package
 * @attacker file
 * @tries plants a copy of a pinned package in the project folder in which a runner is started
 * @stoppedBy a package runner in such a folder is a risk that names the file
 * @remains a copy that is planted after the review is not noticed: packages are not pinned
 */
it('a runner whose folder holds a copy of its package is a risk that names the copy', () => {
  const transport = draft('npx', ['-y', '@scope/server@1.2.3'])
  const nearby = ['/code/app/package.json', '/code/node_modules/@scope/server']
  const resolution = { path: '/usr/bin/npx', lookedIn: [] }
  expect(launchRisks({ transport }, { resolution, pin: null, nearby })).toEqual([
    {
      code: 'project-runner',
      where: 'directory',
      value: '/code/app',
      detail: '/code/node_modules/@scope/server',
    },
  ])
  expect(launchRisks({ transport }, { resolution, pin: null, nearby: [] })).toEqual([])
})
