import { programNameOf, unwrap, type LaunchedProgram } from './effective-launch.ts'
import { interpreterEntry } from './interpreter-entry.ts'

/** Programs that may download what they run, by name; the subcommands that do so, or true for all of them. */
const FETCHING: Readonly<Record<string, RegExp | true>> = {
  npx: true,
  npm: /^(?:exec|x|init|create)$/,
  pnpm: /^(?:dlx|create)$/,
  pnpx: true,
  yarn: /^(?:dlx|create)$/,
  bunx: true,
  bun: /^(?:x|create)$/,
  deno: /^(?:run|x|serve)$/,
  uvx: true,
  uv: /^(?:run|tool|x)$/,
  pipx: /^run$/,
  hatch: /^run$/,
  docker: /^(?:run|compose|pull)$/,
  podman: /^(?:run|compose|pull)$/,
  nerdctl: /^(?:run|compose|pull)$/,
  'docker-compose': /^(?:run|up)$/,
  dnx: true,
  dotnet: /^(?:run|tool|dnx)$/,
  go: /^run$/,
  cargo: /^run$/,
  jbang: true,
  nix: /^(?:run|shell|develop)$/,
  'nix-shell': true,
  pixi: /^(?:exec|run|x)$/,
  pdm: /^run$/,
  rye: /^run$/,
  vlt: /^(?:exec|x)$/,
  vlx: true,
  gem: /^exec$/,
  dart: /^(?:run|pub)$/,
  // What it starts is read by another system.
  wsl: true,
}
/** The file that an interpreter runs for a program of the table, as npm and its likes install it. */
const OWN_SCRIPT = /^(npm|npx|pnpm|pnpx|yarn)(?:-cli)?\.[cm]?js$/

/** The program inside of all wrappers whose arguments can be read, by its name. */
export function innermostProgram({ command, args }: Pick<LaunchedProgram, 'command' | 'args'>): {
  name: string
  program: LaunchedProgram
} {
  let program: LaunchedProgram = { command, args, env: {}, cwd: '' }
  for (;;) {
    const name = programNameOf(program.command)
    const inner = unwrap(program, name)
    if (inner === null || inner === 'unknown') return { name, program }
    program = inner.program
  }
}

/** The same, and the program of the table that an interpreter runs there. */
export function innermostRunner(
  launch: Pick<LaunchedProgram, 'command' | 'args'>,
): ReturnType<typeof innermostProgram> {
  return innermostProgram(interpretedProgram(innermostProgram(launch).program))
}

/** The program of the table that an interpreter runs, as by its own name: `python -m pipx`, `node npx-cli.js`. */
function interpretedProgram(program: LaunchedProgram): LaunchedProgram {
  const entry = interpreterEntry(programNameOf(program.command), program.args)
  if (entry.kind === 'none') return program
  const file = programNameOf(entry.name)
  const command = entry.kind === 'module' ? file : (OWN_SCRIPT.exec(file)?.[1] ?? '')
  if (!Object.hasOwn(FETCHING, command)) return program
  const at = program.args.findIndex(
    (word) => word === entry.name || (entry.kind === 'module' && word.endsWith(`m${entry.name}`)),
  )
  return { ...program, command, args: program.args.slice(at + 1) }
}

/** The name of the program of a launch that may download what it runs; `undefined` for any other launch. */
export function fetchingProgram(
  launch: Pick<LaunchedProgram, 'command' | 'args'>,
): string | undefined {
  const { name, program } = innermostRunner(launch)
  const subcommands = Object.hasOwn(FETCHING, name) ? FETCHING[name] : undefined
  if (subcommands === undefined) return undefined
  return subcommands === true || subcommandsOf(program.args).some((word) => subcommands.test(word))
    ? name
    : undefined
}

/** Words that may be the subcommand: the first that no option stands before, and those that may be values of options. */
function subcommandsOf(args: readonly string[]): string[] {
  const words: string[] = []
  for (const [at, word] of args.entries()) {
    if (word.startsWith('-')) continue
    words.push(word)
    const before = args[at - 1] ?? ''
    if (!before.startsWith('-') || before.includes('=')) break
  }
  return words
}
