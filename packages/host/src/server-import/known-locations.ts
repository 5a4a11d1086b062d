import type { ImportSource } from '@gatehouse/domain/launch'
import type { ImportFile } from '../ports/import-files.ts'

/** Path operations of one operating system. */
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

/** A folder that is in another place on each system. `settings`: that of the system for settings of programs. */
type Base = 'home' | 'settings' | 'xdg' | 'local' | 'data'
interface KnownFile {
  source: ImportSource
  base: Base
  /** With `*` for any characters of one name. */
  path: string
  /** Only there; everywhere when absent. */
  platform?: 'win32' | 'darwin' | 'linux'
  /** A variable that names the folder of the file instead. */
  override?: string
}

const EDITORS = ['Code', 'Code - Insiders', 'VSCodium']
const CLINE = 'saoudrizwan.claude-dev/settings/cline_mcp_settings.json'
const ROO = 'rooveterinaryinc.roo-cline/settings/mcp_settings.json'

/** Most likely first. The sources of the paths are the products' documentation and the tools that write there. */
const USER_FILES: readonly KnownFile[] = [
  { source: 'claude-desktop', base: 'settings', path: 'Claude/claude_desktop_config.json' },
  // Claude Desktop from the Microsoft Store sees a folder of its own in place of %APPDATA%.
  {
    source: 'claude-desktop',
    base: 'local',
    path: 'Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json',
    platform: 'win32',
  },
  ...EDITORS.flatMap((editor): KnownFile[] => [
    { source: 'vscode', base: 'settings', path: `${editor}/User/mcp.json` },
    { source: 'vscode', base: 'settings', path: `${editor}/User/profiles/*/mcp.json` },
    { source: 'vscode', base: 'settings', path: `${editor}/User/settings.json` },
  ]),
  { source: 'cursor', base: 'home', path: '.cursor/mcp.json' },
  { source: 'claude-code', base: 'home', path: '.claude.json', override: 'CLAUDE_CONFIG_DIR' },
  { source: 'windsurf', base: 'home', path: '.codeium/windsurf/mcp_config.json' },
  { source: 'zed', base: 'xdg', path: 'zed/settings.json' },
  { source: 'zed', base: 'settings', path: 'Zed/settings.json' },
  ...[...EDITORS, 'Cursor'].flatMap((editor): KnownFile[] => [
    { source: 'cline', base: 'settings', path: `${editor}/User/globalStorage/${CLINE}` },
    { source: 'roo', base: 'settings', path: `${editor}/User/globalStorage/${ROO}` },
  ]),
  { source: 'cline', base: 'home', path: '.cline/data/settings/cline_mcp_settings.json' },
  { source: 'codex', base: 'home', path: '.codex/config.toml', override: 'CODEX_HOME' },
  { source: 'grok', base: 'home', path: '.grok/config.toml' },
  { source: 'gemini', base: 'home', path: '.gemini/settings.json' },
  { source: 'antigravity', base: 'home', path: '.gemini/config/mcp_config.json' },
  { source: 'antigravity', base: 'home', path: '.gemini/antigravity/mcp_config.json' },
  { source: 'copilot', base: 'home', path: '.copilot/mcp-config.json' },
  { source: 'opencode', base: 'xdg', path: 'opencode/opencode.json' },
  { source: 'opencode', base: 'xdg', path: 'opencode/opencode.jsonc' },
  { source: 'kilo', base: 'xdg', path: 'kilo/kilo.json' },
  { source: 'goose', base: 'xdg', path: 'goose/config.yaml' },
  { source: 'goose', base: 'settings', path: 'Block/goose/config/config.yaml', platform: 'win32' },
  { source: 'continue', base: 'home', path: '.continue/config.yaml' },
  { source: 'continue', base: 'home', path: '.continue/mcpServers/*.yaml' },
  { source: 'continue', base: 'home', path: '.continue/mcpServers/*.json' },
  { source: 'lm-studio', base: 'home', path: '.lmstudio/mcp.json' },
  { source: 'jan', base: 'data', path: 'Jan/data/mcp_config.json' },
  { source: 'amazon-q', base: 'home', path: '.aws/amazonq/mcp.json' },
  { source: 'kiro', base: 'home', path: '.kiro/settings/mcp.json' },
  { source: 'warp', base: 'home', path: '.warp/.mcp.json' },
  { source: 'boltai', base: 'home', path: '.boltai/mcp.json' },
  { source: 'witsy', base: 'settings', path: 'Witsy/settings.json' },
  { source: 'deepchat', base: 'settings', path: 'DeepChat/mcp-settings.json' },
]

const PROJECT_FILES: readonly [ImportSource, string][] = [
  ['vscode', '.vscode/mcp.json'],
  ['cursor', '.cursor/mcp.json'],
  ['claude-code', '.mcp.json'],
  ['zed', '.zed/settings.json'],
  ['codex', '.codex/config.toml'],
  ['copilot', '.github/mcp.json'],
  ['roo', '.roo/mcp.json'],
  ['kiro', '.kiro/settings/mcp.json'],
  ['opencode', 'opencode.json'],
  ['continue', '.continue/mcpServers/*.yaml'],
  ['librechat', 'librechat.yaml'],
]

/** The files in which each program keeps the servers of a user. A path may have `*` in a name. */
export function userConfigFiles(
  folders: UserFolders,
  { join }: Pick<PathRules, 'join'>,
): ImportFile[] {
  const bases = baseFolders(folders, join)
  return USER_FILES.filter(({ platform = folders.platform }) => platform === folders.platform).map(
    ({ source, base, path, override }) => {
      const parts = path.split('/')
      const folder = override === undefined ? undefined : folders.environment[override]
      const file = folder ? join(folder, parts.at(-1) ?? path) : join(bases[base], ...parts)
      return { source, path: file, folder: null }
    },
  )
}

function baseFolders(
  { platform, home, environment }: UserFolders,
  join: PathRules['join'],
): Record<Base, string> {
  const xdg = environment['XDG_CONFIG_HOME'] || join(home, '.config')
  const roots: Readonly<Record<string, string>> = {
    win32: environment['APPDATA'] || join(home, 'AppData', 'Roaming'),
    darwin: join(home, 'Library', 'Application Support'),
  }
  return {
    home,
    xdg,
    settings: roots[platform] ?? xdg,
    local: environment['LOCALAPPDATA'] || join(home, 'AppData', 'Local'),
    data: roots[platform] ?? (environment['XDG_DATA_HOME'] || join(home, '.local', 'share')),
  }
}

/** The files in which a project keeps its servers. A path may have `*` in a name. */
export function projectConfigFiles(
  folder: string,
  { join }: Pick<PathRules, 'join'>,
): ImportFile[] {
  return PROJECT_FILES.map(([source, path]) => ({
    source,
    path: join(folder, ...path.split('/')),
    folder,
  }))
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
