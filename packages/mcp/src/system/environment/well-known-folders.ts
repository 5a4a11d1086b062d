import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders in which version managers and installers put commands, newest version first; existing or not. */
export async function wellKnownFolders(
  home: string,
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  if (process.platform === 'win32') return windowsFolders(home, environment)
  const versions = await Promise.all([
    versionFolders(join(home, '.nvm/versions/node'), 'bin'),
    versionFolders(join(home, '.local/share/fnm/node-versions'), 'installation/bin'),
    versionFolders(join(home, '.fnm/node-versions'), 'installation/bin'),
    versionFolders(join(home, 'Library/Application Support/fnm/node-versions'), 'installation/bin'),
  ])
  const inHome = [
    '.local/share/mise/shims',
    '.asdf/shims',
    '.volta/bin',
    '.nodenv/shims',
    '.pyenv/shims',
    '.local/bin',
    '.cargo/bin',
    '.bun/bin',
    '.deno/bin',
    'go/bin',
    'bin',
  ].map((folder) => join(home, folder))
  return [
    ...inHome,
    ...versions.flat(),
    '/opt/homebrew/bin',
    '/home/linuxbrew/.linuxbrew/bin',
    '/usr/local/bin',
    '/usr/bin',
    '/bin',
    '/snap/bin',
  ]
}

function windowsFolders(home: string, environment: NodeJS.ProcessEnv): string[] {
  const { APPDATA, LOCALAPPDATA, ProgramFiles } = environment
  return [
    ...(APPDATA ? [join(APPDATA, 'npm')] : []),
    ...(LOCALAPPDATA
      ? [join(LOCALAPPDATA, 'Volta', 'bin'), join(LOCALAPPDATA, 'mise', 'shims')]
      : []),
    ...(ProgramFiles ? [join(ProgramFiles, 'nodejs')] : []),
    join(home, '.local', 'bin'),
    join(home, '.cargo', 'bin'),
    join(home, '.bun', 'bin'),
    join(home, '.deno', 'bin'),
    join(home, 'scoop', 'shims'),
  ]
}

async function versionFolders(parent: string, inside: string): Promise<string[]> {
  const versions = await readdir(parent).catch(() => [])
  return versions
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((version) => join(parent, version, inside))
}
