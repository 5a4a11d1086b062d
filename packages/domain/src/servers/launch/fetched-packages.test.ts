import { expect, it } from 'vitest'
import { fetchedPackages } from './fetched-packages.ts'

/** `ecosystem:name@version` of each package, and `?word` for what cannot be told. */
function read(line: string): string[] | null {
  const [command = '', ...args] = line.split(' ')
  const found = fetchedPackages({ command, args })
  if (!found) return null
  const packages = found.packages.map(
    ({ ecosystem, name, version }) =>
      `${ecosystem}:${name}${version === null ? '' : `@${version}`}`,
  )
  return [...packages, ...found.unreadable.map((word) => `?${word}`)]
}

it.each([
  ['npx -y @a/b@1.2.3 /tmp', ['npm:@a/b@1.2.3']],
  ['npx.cmd -y b', ['npm:b']],
  ['C:\\node\\npx.CMD b@latest', ['npm:b']],
  ['npx --package=evil good', ['npm:evil']],
  ['npx -p evil -p worse good', ['npm:evil', 'npm:worse']],
  ['npx x@npm:evil@2.0.0', ['npm:evil@2.0.0']],
  ['npx b@^1.2.0', ['npm:b']],
  ['npx b@1.2', ['npm:b']],
  ['npx -y -- b', ['npm:b']],
  ['npx github:a/b', ['?github:a/b']],
  ['npx -y https://a.example/b.tgz', ['?https://a.example/b.tgz']],
  ['npx --registry=http://x b', ['npm:b', '?--registry=http://x']],
  ['npx -c whatever', ['npm:whatever', '?-c']],
  ['npm exec -y b@1.0.0-beta.1', ['npm:b@1.0.0-beta.1']],
  ['npm exec good --package=evil', ['npm:evil']],
  ['npm x good -y --package evil -- --package=no', ['npm:evil']],
  ['npm exec good --registry=http://x', ['npm:good', '?--registry=http://x']],
  ['npm exec evil -- --package=good', ['npm:evil']],
  ['npm exec --cache -- evil --package=good', ['npm:evil']],
  ['npm exec --yes true evil', ['npm:evil']],
  ['npm exec evil -p good', ['npm:evil', '?-p']],
  ['npm exec -p evil tool', ['npm:evil', '?-p']],
  ['npx evil --package=good --registry=http://x', ['npm:evil']],
  ['npm start', null],
  ['bunx b', ['npm:b']],
  ['bun x b', ['npm:b']],
  ['pnpm dlx b', ['npm:b']],
  ['yarn dlx b', ['npm:b']],
  ['env A=1 npx b', ['npm:b']],
  ['cmd /c npx b', ['npm:b']],
  ['uvx mcp-server-git', ['pypi:mcp-server-git']],
  ['uvx tool[extra]==1.2 --x', ['pypi:tool@1.2']],
  ['uvx tool@1.2.0', ['pypi:tool@1.2.0']],
  ['uvx --from evil==1.0 --with more tool', ['pypi:evil@1.0', 'pypi:more']],
  ['uvx --with more tool>=2', ['pypi:tool', 'pypi:more']],
  ['uvx --python 3.12 tool', ['pypi:tool']],
  ['uvx --from git+https://a.example/b tool', ['?git+https://a.example/b']],
  ['uvx --index-url http://x tool', ['?--index-url', '?http://x']],
  ['uv tool run tool', ['pypi:tool']],
  ['uv run server.py', ['?uv']],
  ['pipx run --spec evil tool', ['pypi:evil']],
  ['docker run -i ghcr.io/a/b', ['?docker']],
  ['deno run npm:b', ['?deno']],
  ['python -m pipx run evil', ['pypi:evil']],
  ['python3.12 -B -m uv tool run evil', ['pypi:evil']],
  ['python -mpipx run --spec evil tool', ['pypi:evil']],
  ['python -m hatch run x', ['?hatch']],
  ['node /usr/lib/node_modules/npm/bin/npx-cli.js -y evil', ['npm:evil']],
  ['node --no-warnings C:\\npm\\bin\\npm-cli.js exec good -- evil', ['npm:good']],
  ['node /lib/pnpm.cjs dlx evil', ['npm:evil']],
  ['node npx-cli/server.js evil', null],
  ['wsl npx evil', ['?wsl']],
  ['wsl -d Ubuntu bash -c npx', ['?wsl']],
  ['pixi exec evil', ['?pixi']],
  ['pixi list', null],
  ['node server.js', null],
  ['python -m server', null],
])('%s', (line, expected) => {
  expect(read(line)).toEqual(expected)
})
