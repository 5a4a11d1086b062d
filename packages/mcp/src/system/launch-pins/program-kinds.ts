// Programs that run what they get from elsewhere, by their names.

/** Programs that get what they run from elsewhere: a registry, an image, a file of a project. */
export const RUNNER_PATTERN =
  /^(?:npx|bunx|pnpx|dnx|npm|pnpm|yarn|yarnpkg|uvx?|pipx|poetry|pdm|hatch|rye|pipenv|docker|podman|nerdctl|go|cargo|mvnw?|gradlew?|jbang|make|gmake|just|task|rake|bundle|composer|nix|wsl|ssh|cmd)(?:\.exe|\.cmd)?$/i
const PROJECT_FILES: readonly [RegExp, readonly string[]][] = [
  [/^(?:npm|pnpm|yarn)$/i, ['package.json']],
  [/^bun$/i, ['package.json', 'bunfig.toml']],
  [/^g?make$/i, ['GNUmakefile', 'makefile', 'Makefile']],
  [/^just$/i, ['justfile', 'Justfile', '.justfile']],
  [/^task$/i, ['Taskfile.yml', 'Taskfile.yaml']],
  [/^rake$/i, ['Rakefile']],
]

/** The files in a project's folder that decide what its runner runs. */
export function filesOfProject(program: string): readonly string[] {
  return PROJECT_FILES.find(([runner]) => runner.test(program))?.[1] ?? []
}
