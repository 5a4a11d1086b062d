import { omitAllNulls, parseJson } from '@gatehouse/domain'
import {
  pluginManifestSchema,
  type ImportIssue,
  type ImportIssueCode,
  type PluginManifest,
} from '@gatehouse/domain/launch'
import type { UnpackedPlugin } from '../../ports/index.ts'
import { valueTree } from '../config-tree.ts'
import { readConfigText, readConfigTree, type ParsedConfig } from '../read-config-tree.ts'
import type { ParsedServer } from '../read-server.ts'
import type { ImportContext } from '../template.ts'
import { leftOutParts } from './left-out-parts.ts'

/** Schemas of Agent Plugins whose manifests are understood; the addresses are never fetched. */
const SCHEMA = /^https:\/\/agent-plugins\.org\/schemas\/(\d+\.\d+)\.\d+\/plugin\.schema\.json$/
const KNOWN_VERSIONS = new Set(['1.0', '1.1'])
/** Of more files with servers than this, the rest is passed over. */
const MAX_FILES = 16

interface FoundManifest {
  manifest: PluginManifest
  /** Files in which its kind keeps servers. */
  serverFiles: readonly string[]
}

/**
 * Reads the servers of a plugin, each in its copy of the plugin's folder. Never throws: what cannot be read, and every
 * part that is no server, is a problem in words.
 */
export async function readPlugin(
  plugin: UnpackedPlugin,
  place: ImportContext,
): Promise<ParsedConfig> {
  const found = await manifestOf(plugin)
  if ('code' in found) return { source: 'plugin', servers: [], inputs: [], problems: [found] }
  const { manifest } = found
  const here: ImportContext = {
    ...place,
    folder: plugin.root,
    plugin: { root: plugin.root, data: plugin.workFolder },
  }
  const configs = await configsOf(plugin, found, here)
  const servers = configs.flatMap((config) =>
    config.servers.map((one) => fromRoot(one, plugin.root)),
  )
  const left = leftOutParts(manifest, plugin.files)
  const problems = configs
    .flatMap((config) => config.problems)
    .filter(({ code }) => code !== 'no-servers')
  if (servers.length === 0 && problems.length === 0) problems.push(issue('no-servers'))
  if (left.length > 0) problems.push(issue('plugin-left-out', left.join('; ')))
  return {
    source: 'plugin',
    servers,
    inputs: configs.flatMap((config) => config.inputs),
    problems,
    bundle: {
      folder: plugin.folder,
      validity: null,
      facts: {
        version: manifest.version,
        author: manifest.author,
        sha256: plugin.sha256,
        files: plugin.files.length,
        size: plugin.size,
        signer: null,
        certificate: null,
        trust: 'unsigned',
      },
    },
  }
}

/** A server whose command is a file of the plugin starts it by its whole path, whatever the working directory is. */
function fromRoot(server: ParsedServer, root: string): ParsedServer {
  const { target } = server
  if (target?.kind !== 'stdio') return server
  const [first, ...rest] = target.command
  if (first?.kind !== 'text' || !/^\.[\\/]/.test(first.text)) return server
  const command = [{ kind: 'text' as const, text: root + first.text.slice(1) }, ...rest]
  return { ...server, target: { ...target, command } }
}

/** The manifest of Agent Plugins if there is one, otherwise that of Claude Code. */
async function manifestOf(plugin: UnpackedPlugin): Promise<FoundManifest | ImportIssue> {
  const agent = await readManifest(plugin, 'plugin.json')
  const claude = await readManifest(plugin, '.claude-plugin/plugin.json')
  const manifest = agent ?? claude
  if (!manifest) return issue('plugin-no-manifest')
  const [, version] = SCHEMA.exec(manifest.$schema) ?? []
  const isUnknown =
    manifest.$schema.includes('agent-plugins.org') && !KNOWN_VERSIONS.has(version ?? '')
  if (isUnknown) return issue('manifest-too-new', manifest.$schema)
  // A plugin for both has the same servers in both files.
  const serverFiles = agent && plugin.files.includes('mcp.json') ? ['mcp.json'] : ['.mcp.json']
  return { manifest: claude ? { ...claude, ...manifest } : manifest, serverFiles }
}

async function readManifest(plugin: UnpackedPlugin, file: string): Promise<PluginManifest | null> {
  const text = await plugin.read(file)
  const json = text === null ? null : parseJson(text.replace(/^\uFEFF/, ''))
  if (!json?.ok) return null
  return pluginManifestSchema.safeParse(omitAllNulls(json.value)).data ?? null
}

/** Configurations of servers: the usual files, those that the manifest names, and servers in the manifest itself. */
async function configsOf(
  plugin: UnpackedPlugin,
  { manifest: { mcpServers }, serverFiles }: FoundManifest,
  place: ImportContext,
): Promise<ParsedConfig[]> {
  const named = typeof mcpServers === 'string' ? [mcpServers] : mcpServers
  const files = [...serverFiles, ...(Array.isArray(named) ? named : [])].map((path) =>
    path.replace(/^\.\//, ''),
  )
  const configs: ParsedConfig[] = []
  for (const file of [...new Set(files)].slice(0, MAX_FILES)) {
    const text = await plugin.read(file)
    if (text !== null) configs.push(readConfigText({ text, source: 'claude-code', place }))
  }
  if (named !== undefined && !Array.isArray(named)) {
    const tree = valueTree({ mcpServers: named })
    configs.push(
      'code' in tree
        ? { source: 'plugin', servers: [], inputs: [], problems: [tree] }
        : readConfigTree(tree, { source: 'claude-code', place }),
    )
  }
  return configs
}

function issue(code: ImportIssueCode, detail = ''): ImportIssue {
  return { code, at: '', line: null, detail }
}
