import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders in which version managers and installers put commands, newest version first; existing or not. */
export async function wellKnownFolders(
  home: string,
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  if (process.platform === 'win32') return windowsFolders(home, environment)
  // Variables by which the managers themselves are moved.
  const { NVM_DIR, FNM_DIR, VOLTA_HOME, ASDF_DATA_DIR, MISE_DATA_DIR, PYENV_ROOT } = environment
  const versions = await Promise.all([
    ...(NVM_DIR ? [versionFolders(join(NVM_DIR, 'versions/node'), 'bin')] : []),
    ...(FNM_DIR ? [versionFolders(join(FNM_DIR, 'node-versions'), 'installation/bin')] : []),
    versionFolders(join(home, '.nvm/versions/node'), 'bin'),
    versionFolders(join(home, '.config/nvm/versions/node'), 'bin'),
    versionFolders(join(home, '.local/share/fnm/node-versions'), 'installation/bin'),
    versionFolders(join(home, '.fnm/node-versions'), 'installation/bin'),
    versionFolders(join(home, 'Library/Application Support/fnm/node-versions'), 'installation/bin'),
  ])
  const moved = [
    [MISE_DATA_DIR, 'shims'],
    [ASDF_DATA_DIR, 'shims'],
    [VOLTA_HOME, 'bin'],
    [PYENV_ROOT, 'shims'],
  ].flatMap(([folder, inside = '']) => (folder ? [join(folder, inside)] : []))
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
    'n/bin',
    '.proto/shims',
    '.docker/bin',
    '.orbstack/bin',
    '.rd/bin',
    'go/bin',
    'bin',
  ].map((folder) => join(home, folder))
  return [
    ...moved,
    ...inHome,
    ...versions.flat(),
    '/opt/homebrew/bin',
    '/opt/local/bin',
    '/Library/Frameworks/Python.framework/Versions/Current/bin',
    '/Applications/Docker.app/Contents/Resources/bin',
    '/home/linuxbrew/.linuxbrew/bin',
    '/usr/local/bin',
    '/usr/bin',
    '/bin',
    '/snap/bin',
  ]
}

async function windowsFolders(home: string, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const { APPDATA, LOCALAPPDATA, NVM_SYMLINK, ProgramData, ProgramFiles } = environment
  const versions = await Promise.all([
    ...(APPDATA ? [versionFolders(join(APPDATA, 'fnm', 'node-versions'), 'installation')] : []),
    ...(LOCALAPPDATA ? [versionFolders(join(LOCALAPPDATA, 'Programs', 'Python'), '')] : []),
  ])
  return [
    ...(NVM_SYMLINK ? [NVM_SYMLINK] : []),
    ...(APPDATA ? [join(APPDATA, 'npm')] : []),
    ...(LOCALAPPDATA
      ? [
          join(LOCALAPPDATA, 'Volta', 'bin'),
          join(LOCALAPPDATA, 'mise', 'shims'),
          join(LOCALAPPDATA, 'Microsoft', 'WinGet', 'Links'),
        ]
      : []),
    ...(ProgramFiles
      ? [join(ProgramFiles, 'nodejs'), join(ProgramFiles, 'Docker', 'Docker', 'resources', 'bin')]
      : []),
    ...(ProgramData ? [join(ProgramData, 'chocolatey', 'bin')] : []),
    ...versions.flat(),
    join(home, '.pyenv', 'pyenv-win', 'shims'),
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
