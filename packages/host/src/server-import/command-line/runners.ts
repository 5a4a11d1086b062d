/** Programs that start servers from a package, a script or an image; a pasted line that begins with one is a command. */
const RUNNERS = new Set(
  'npx bunx pnpx uvx pipx pnpm npm yarn bun deno node uv python python3 py docker podman nerdctl dnx dotnet java jbang go cargo ruby php sh bash cmd'.split(
    ' ',
  ),
)

/** True for a known runner, with a folder or without, and with the endings of Windows. */
export function isRunner(command: string): boolean {
  return RUNNERS.has(programOf(command))
}

/** The name of a program without its folder and Windows ending, in small letters. */
export function programOf(command: string): string {
  const name = command.split(/[\\/]/).at(-1) ?? ''
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '')
}
