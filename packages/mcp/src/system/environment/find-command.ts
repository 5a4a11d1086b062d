import { access, constants, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { CommandResolution } from '@gatehouse/domain/launch'

/** A {@link CommandResolution} that also reports a file which is there but may not be run. */
export interface FoundCommand extends CommandResolution {
  notExecutable?: string
}

export interface CommandSearch {
  /** The folder that a command with a slash is relative to. */
  cwd: string
  folders: readonly string[]
  environment: NodeJS.ProcessEnv
}

/** Finds a command as a shell would: as a path when it has a slash, else in each folder in order. */
export async function findCommand(command: string, search: CommandSearch): Promise<FoundCommand> {
  const isPath = /[/\\]/.test(command) && (process.platform === 'win32' || command.includes('/'))
  const bases = isPath
    ? [isAbsolute(command) ? command : resolve(search.cwd, command)]
    : search.folders.map((folder) => join(folder, command))
  const lookedIn = isPath ? bases.map((base) => dirname(base)) : [...search.folders]
  let notExecutable: string | undefined
  for (const base of bases) {
    for (const candidate of withExtensions(base, search.environment)) {
      const state = await inspect(candidate)
      if (state === 'executable') return { path: candidate, lookedIn }
      if (state === 'not-executable') notExecutable ??= candidate
    }
  }
  return { path: null, lookedIn, ...(notExecutable === undefined ? {} : { notExecutable }) }
}

function withExtensions(base: string, environment: NodeJS.ProcessEnv): string[] {
  if (process.platform !== 'win32') return [base]
  const extensions = (environment['PATHEXT'] || '.COM;.EXE;.BAT;.CMD').split(';')
  const hasExtension = extensions.some((extension) =>
    base.toLowerCase().endsWith(extension.toLowerCase()),
  )
  return hasExtension ? [base] : extensions.map((extension) => base + extension.toLowerCase())
}

async function inspect(path: string): Promise<'executable' | 'not-executable' | 'absent'> {
  try {
    const found = await stat(path)
    // A folder of the same name is passed over, as a shell does.
    if (!found.isFile()) return 'absent'
  } catch {
    return 'absent'
  }
  return access(path, constants.X_OK).then(
    () => 'executable',
    () => 'not-executable',
  )
}
