import type { PluginManifest } from '@gatehouse/domain/launch'

/** Members of a manifest, and folders or files at the top of a plugin, by the part that they stand for. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  commands: ['commands'],
  agents: ['agents'],
  hooks: ['hooks'],
  'language servers': ['lspServers', '.lsp.json'],
  'output styles': ['outputStyles', 'output-styles'],
  monitors: ['monitors'],
  channels: ['channels'],
  themes: ['themes'],
  settings: ['settings', 'settings.json'],
}
/** Skills that are named; the rest is counted. */
const MAX_NAMED = 10

/** The parts of a plugin besides its servers: skills by their names, the rest by its kind. */
export function leftOutParts(manifest: PluginManifest, files: readonly string[]): string[] {
  const tops = new Set(files.map((file) => file.split('/')[0] ?? ''))
  const skills = files.flatMap((file) => /^skills\/([^/]+)\/SKILL\.md$/.exec(file)?.[1] ?? [])
  const more = skills.length > MAX_NAMED ? ` +${skills.length - MAX_NAMED}` : ''
  const named = skills.slice(0, MAX_NAMED).join(', ') + more
  const parts = Object.entries(PARTS)
    .filter(([, names]) => names.some((name) => Object.hasOwn(manifest, name) || tops.has(name)))
    .map(([part]) => part)
  const hasSkills = skills.length > 0 || Object.hasOwn(manifest, 'skills')
  return [...(hasSkills ? [named === '' ? 'skills' : `skills: ${named}`] : []), ...parts]
}
