// What kind of program a command is, by its name: it runs a script, another program, or what it gets from elsewhere.

import { basename } from 'node:path'

/** Programs that run a script, or code that an argument gives. */
export const INTERPRETER_PATTERN =
  /^(?:node|nodejs|python[\d.]*w?|pypy[\d.]*|ruby[\d.]*|perl[\d.]*|php[\d.]*|sh|bash|zsh|dash|ksh|fish|deno|bun|tsx|ts-node|java|lua[\d.]*|luajit|rscript|julia|pwsh|powershell|osascript|tclsh|guile|elixir|escript|dotnet|mono|wine)(?:\.exe)?$/i
/** Programs that run what a later argument names. */
export const WRAPPER_PATTERN =
  /^(?:env|nice|nohup|setsid|stdbuf|time|timeout|sudo|doas|exec|ionice|taskset|busybox|xvfb-run|dbus-run-session|caffeinate|arch|setarch|unshare|nsenter|proxychains4?|torsocks|winpty|rlwrap|unbuffer|chronic|firejail|bwrap|systemd-run|strace|flatpak|dotenv|dotenvx|op|doppler|direnv|mise|asdf)(?:\.exe)?$/i
/** Programs that get what they run from elsewhere: a registry, an image, a file of a project. */
export const RUNNER_PATTERN =
  /^(?:npx|bunx|pnpx|npm|pnpm|yarn|uvx?|pipx|poetry|pdm|hatch|rye|pipenv|docker|podman|nerdctl|go|cargo|mvnw?|gradlew?|jbang|make|gmake|just|task|rake|bundle|composer|nix|wsl|ssh|cmd)(?:\.exe|\.cmd)?$/i
/** Interpreters whose `-c` is a line of commands. */
export const SHELL_PATTERN = /^(?:sh|bash|zsh|dash|ksh|fish)$/
const PROJECT_FILES: readonly [RegExp, readonly string[]][] = [
  [/^(?:npm|pnpm|yarn)$/i, ['package.json']],
  [/^bun$/i, ['package.json', 'bunfig.toml']],
  [/^g?make$/i, ['GNUmakefile', 'makefile', 'Makefile']],
  [/^just$/i, ['justfile', 'Justfile', '.justfile']],
  [/^task$/i, ['Taskfile.yml', 'Taskfile.yaml']],
  [/^rake$/i, ['Rakefile']],
]

/** The name of a command, which shows what kind of program it is. */
export function programName(command: string): string {
  return basename(command.replaceAll('\\', '/'))
}

/** The files in a project's folder that decide what its runner runs. */
export function filesOfProject(program: string): readonly string[] {
  return PROJECT_FILES.find(([runner]) => runner.test(program))?.[1] ?? []
}
