import { expect, test } from 'vitest'
import { fetchingProgram } from './fetching-launch.ts'

test.each([
  ['npx -y exa-mcp-server', 'npx'],
  ['npx.cmd -y exa-mcp-server', 'npx'],
  ['/opt/node/bin/npx -y exa-mcp-server', 'npx'],
  ['cmd /c npx -y exa-mcp-server', 'npx'],
  ['env A=1 npx -y exa-mcp-server', 'npx'],
  ['npm exec exa-mcp-server', 'npm'],
  ['npm --prefix /srv exec exa-mcp-server', 'npm'],
  ['npm start', undefined],
  ['npm start exec', undefined],
  ['npm --prefix /srv --cache /tmp/c --loglevel error exec exa-mcp-server', 'npm'],
  ['docker --context desk --log-level warn --host tcp://x:1 run -i mcp/fetch', 'docker'],
  ['docker --context=desk ps run', undefined],
  ['poetry run server', undefined],
  ['poetry run npx -y exa-mcp-server', 'npx'],
  ['pnpm dlx exa-mcp-server', 'pnpm'],
  ['bunx exa-mcp-server', 'bunx'],
  ['bun run server.ts', undefined],
  ['uvx mcp-server-git', 'uvx'],
  ['uv --directory /srv run server.py', 'uv'],
  ['docker run -i --rm mcp/fetch', 'docker'],
  ['docker exec -i box server', undefined],
  ['node server.js', undefined],
  ['python3 -m server', undefined],
])('%s may download with %s', (line, expected) => {
  const [command = '', ...args] = line.split(' ')
  expect(fetchingProgram({ command, args })).toBe(expected)
})

test('a whole command line in one argument is read', () => {
  expect(fetchingProgram({ command: 'sh', args: ['-c', 'npx -y exa-mcp-server'] })).toBe('npx')
  expect(fetchingProgram({ command: 'cmd', args: ['/c', 'npx -y exa-mcp-server'] })).toBe('npx')
  expect(fetchingProgram({ command: 'cmd.exe', args: ['/d', '/s', '/c', 'npx x'] })).toBe('npx')
})

test('a line of a shell is read for the program that it starts', () => {
  expect(fetchingProgram({ command: 'sh', args: ['-c', 'exec uvx mcp-server-git'] })).toBe('uvx')
})
