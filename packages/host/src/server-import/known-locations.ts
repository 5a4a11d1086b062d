import type { ImportSource } from '@gatehouse/domain/launch'
import type { ImportFile } from '../ports/import-files.ts'

/** How paths are made of names and taken apart, on one system. */
export interface PathRules {
  join(...parts: string[]): string
  basename(path: string): string
  dirname(path: string): string
}

export interface UserFolders {
  platform: string
  /** The person's home folder. */
  home: string
  environment: Readonly<Record<string, string | undefined>>
}

/** The files in which each program keeps the servers of a user, most likely first. */
export function userConfigFiles(
  { platform, home, environment }: UserFolders,
  { join }: Pick<PathRules, 'join'>,
): ImportFile[] {
  const roots: Readonly<Record<string, string>> = {
    win32: environment['APPDATA'] || join(home, 'AppData', 'Roaming'),
    darwin: join(home, 'Library', 'Application Support'),
  }
  const settings = roots[platform] ?? (environment['XDG_CONFIG_HOME'] || join(home, '.config'))
  const at = (source: ImportSource, ...parts: [string, ...string[]]): ImportFile => ({
    source,
    path: join(...parts),
    folder: null,
  })
  return [
    at('claude-desktop', settings, 'Claude', 'claude_desktop_config.json'),
    ...['Code', 'Code - Insiders', 'VSCodium'].map((program) =>
      at('vscode', settings, program, 'User', 'mcp.json'),
    ),
    at('cursor', home, '.cursor', 'mcp.json'),
    at('claude-code', environment['CLAUDE_CONFIG_DIR'] || home, '.claude.json'),
  ]
}

/** The files in which a project keeps its servers. */
export function projectConfigFiles(
  folder: string,
  { join }: Pick<PathRules, 'join'>,
): ImportFile[] {
  return [
    { source: 'vscode', path: join(folder, '.vscode', 'mcp.json'), folder },
    { source: 'cursor', path: join(folder, '.cursor', 'mcp.json'), folder },
    { source: 'claude-code', path: join(folder, '.mcp.json'), folder },
  ]
}

/** A file is of the program whose name for it it has, and of the project in whose folder it lies. */
export function pickedConfigFile(
  path: string,
  { basename, dirname }: Pick<PathRules, 'basename' | 'dirname'>,
): ImportFile {
  const [name, folder] = [basename(path), dirname(path)]
  const parent = basename(folder)
  if (name === 'claude_desktop_config.json') return { source: 'claude-desktop', path, folder: null }
  if (name === '.claude.json') return { source: 'claude-code', path, folder: null }
  if (name === '.mcp.json') return { source: 'claude-code', path, folder }
  if (name === 'mcp.json' && parent === '.vscode')
    return { source: 'vscode', path, folder: dirname(folder) }
  if (name === 'mcp.json' && parent === '.cursor')
    return { source: 'cursor', path, folder: dirname(folder) }
  return { source: 'file', path, folder: null }
}
