import type { DraftTransport } from '@gatehouse/domain'
import { innermostProgram } from '@gatehouse/domain/launch'

type StdioDraft = Extract<DraftTransport, { kind: 'stdio' }>

/** A command that takes what it runs from the folder that it is started in. */
export interface PackageRunner {
  /** Copies of the program, as relative paths: they take precedence over the intended one. */
  copies: string[]
  /** The copies, and every file by which a folder changes what is run. */
  lookFor: string[]
}

const JAVASCRIPT = [
  'package.json',
  'node_modules',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  'pnpm-workspace.yaml',
  'bunfig.toml',
  'tsconfig.json',
]
const PYTHON = [
  'pyproject.toml',
  'uv.toml',
  'uv.lock',
  '.venv',
  'venv',
  '.python-version',
  'setup.py',
  'setup.cfg',
  'Pipfile',
  'sitecustomize.py',
  'usercustomize.py',
]

/** Programs by what they read of the folder that they are started in. */
const FAMILIES: readonly { programs: RegExp; files: readonly string[] }[] = [
  {
    programs: /^(?:npx|npm|pnpx|pnpm|yarn|yarnpkg|bunx|bun|corepack|tsx|ts-node|node|nodejs)$/,
    files: JAVASCRIPT,
  },
  {
    programs: /^(?:uvx|uv|pipx|pip[\d.]*|poetry|pdm|hatch|rye|pipenv|python[\d.]*|py|pypy[\d.]*)$/,
    files: PYTHON,
  },
  { programs: /^deno$/, files: ['deno.json', 'deno.jsonc', 'import_map.json', ...JAVASCRIPT] },
  {
    programs: /^(?:cargo|rustup)$/,
    files: ['Cargo.toml', '.cargo', 'rust-toolchain.toml', 'rust-toolchain', 'build.rs'],
  },
  { programs: /^go$/, files: ['go.mod', 'go.work', 'vendor'] },
  {
    programs: /^(?:make|gmake|just|task|ninja|cmake)$/,
    files: [
      'GNUmakefile',
      'makefile',
      'Makefile',
      'justfile',
      'Justfile',
      '.justfile',
      'Taskfile.yml',
      'Taskfile.yaml',
      'build.ninja',
      'CMakeLists.txt',
    ],
  },
  {
    programs: /^(?:bundle|bundler|gem|rake|ruby)$/,
    files: ['Gemfile', 'Rakefile', '.bundle', '.ruby-version'],
  },
  { programs: /^(?:composer|php)$/, files: ['composer.json', 'vendor'] },
  {
    programs: /^(?:mvn|mvnw|gradle|gradlew|jbang)$/,
    files: ['pom.xml', '.mvn', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'gradlew'],
  },
  {
    programs: /^(?:dotnet|nuget)$/,
    files: ['nuget.config', 'NuGet.Config', 'global.json', '.config/dotnet-tools.json'],
  },
  {
    programs: /^(?:docker|podman|docker-compose|nerdctl)$/,
    files: ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'],
  },
  {
    programs: /^(?:mise|asdf|direnv|devbox|nix)$/,
    files: ['.mise.toml', 'mise.toml', '.envrc', 'flake.nix'],
  },
]
/** Words of these programs that name no package. */
const SUBCOMMAND =
  /^(?:exec|x|run|dlx|tool|start|test|task|create|init|install|i|compose|up|python|node|npx|uvx)$/
/** Options whose value is a package or a module. */
const NAMES_PACKAGE = /^(?:-p|-m|--package|--from|--with|--spec|--module|--entrypoint)$/

/** Null for what runs the same in whatever folder it is started. */
export function packageRunner({ command, args }: StdioDraft): PackageRunner | null {
  const { name: program, program: inner } = innermostProgram({ command, args })
  const rest = inner.args
  const named = relativeFiles([command, ...rest.filter((one) => !one.startsWith('-'))])
  const family = FAMILIES.find(({ programs }) => programs.test(program))
  const isPlainNode = /^node(?:js)?$/.test(program)
  if (!family || isPlainNode)
    return named.length === 0
      ? null
      : { copies: named, lookFor: [...named, ...(family?.files ?? [])] }
  const copies = [...named, ...packagesOf(rest).flatMap((name) => copiesOf(name, family.files))]
  return { copies, lookFor: [...copies, ...family.files] }
}

/** `./server.js`, `dist/server.js`: files of the folder itself. */
function relativeFiles(names: readonly string[]): string[] {
  return names.filter((name) => {
    const isPath =
      /^\.{1,2}[\\/]/.test(name) ||
      /^[\w.-]+(?:\/[\w.-]+)*\.(?:[cm]?[jt]sx?|py|sh|rb|php|jar)$/.test(name)
    return isPath && !name.startsWith('@')
  })
}

/** The first name that is not an option nor a word of the runner's own, and what options name. */
function packagesOf(args: readonly string[]): string[] {
  const optional = args.flatMap((argument, at) => {
    const value = /^(--(?:package|from|with|spec|module))=(.+)$/.exec(argument)?.[2]
    return value ?? (NAMES_PACKAGE.test(args[at - 1] ?? '') ? [argument] : [])
  })
  const first = args.find((argument, at) => {
    const isValue = NAMES_PACKAGE.test(args[at - 1] ?? '')
    return !argument.startsWith('-') && !isValue && !SUBCOMMAND.test(argument)
  })
  return [...optional, ...(first === undefined ? [] : [first])]
}

/** The places where a folder would hold its own copy of a package, a command or a module. */
function copiesOf(wanted: string, files: readonly string[]): string[] {
  const name = /^(@?[^@=<>~![\s]+)/.exec(wanted)?.[1] ?? ''
  // Only plain names: what is looked for must stay below the folder.
  if (!/^@?[\w.-]+(?:\/[\w.-]+)?$/.test(name) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(name)) return []
  const short = name.split('/').at(-1) ?? name
  if (files === PYTHON) {
    const module = short.replaceAll('-', '_').replaceAll('.', '/')
    return [`${module}.py`, module, `.venv/bin/${short}`, `.venv/Scripts/${short}.exe`]
  }
  return [`node_modules/${name}`, `node_modules/.bin/${short}`]
}
