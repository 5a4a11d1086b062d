import { isGatehouseError } from '@gatehouse/domain'
import { importIssueSchema, type ImportIssue } from '@gatehouse/domain/launch'
import { errorMessage } from '../error-message.ts'
import type { BundleFiles, ImportFile, ImportFiles } from '../ports/index.ts'
import { readBundle } from './bundle/read-manifest.ts'
import { readPlugin } from './plugin/read-plugin.ts'
import { readConfig, type ParsedConfig } from './read-config.ts'

/** `now`: milliseconds since the Unix epoch. */
export interface BundleReading {
  files: BundleFiles
  now: number
}

export interface ConfigFile {
  file: ImportFile
  config: ParsedConfig
}

/** Reads the configurations of other programs, those without servers left out. */
export async function readKnownConfigs(
  files: ImportFiles,
  bundles: BundleReading,
): Promise<ConfigFile[]> {
  const read = await readConfigFiles(await files.known(), files, bundles)
  return read.filter(({ config }) => !hasNoServers(config))
}

/**
 * Reads these files. An unreadable one has a problem in place of servers. Each is parsed in a turn of the event
 * loop of its own, because parsing blocks main.
 */
export async function readConfigFiles(
  files: readonly ImportFile[],
  importFiles: ImportFiles,
  bundles: BundleReading,
): Promise<ConfigFile[]> {
  const found: ConfigFile[] = []
  for (const file of files) {
    try {
      found.push({ file, config: await readFile(file, importFiles, bundles) })
    } catch (error) {
      found.push({ file, config: unreadable(file, error) })
    }
  }
  return found
}

/** Rejects with `import/unreadable`. */
async function readFile(
  file: ImportFile,
  importFiles: ImportFiles,
  bundles: BundleReading,
): Promise<ParsedConfig> {
  if (isBundle(file.path))
    return readBundle(await bundles.files.unpack(file.path), bundles.files, bundles.now)
  const { home, separator } = importFiles
  const plugin = isAnyones(file) ? await bundles.files.findPlugin(file.path) : null
  if (plugin !== null)
    return readPlugin(await bundles.files.unpackPlugin(plugin), { home, separator, folder: null })
  const { source, folder } = file
  const text = await importFiles.read(file)
  return readConfig({ text, source, place: { home, separator, folder } })
}

/** A file or folder that the person picked, which is none of a known program. */
const isAnyones = ({ source }: ImportFile): boolean => source === 'file' || source === 'plugin'

/** By its name: a bundle is an archive, whose bytes say nothing of what it is for. */
const isBundle = (path: string): boolean => /\.(?:mcpb|dxt)$/i.test(path)

/** Many programs store other settings in the same file: without servers it is not offered. */
function hasNoServers({ problems }: ParsedConfig): boolean {
  return problems.length > 0 && problems.every(({ code }) => code === 'no-servers')
}

function unreadable({ source }: ImportFile, error: unknown): ParsedConfig {
  const checked = isGatehouseError(error)
    ? importIssueSchema.safeParse({ at: '', line: null, detail: '', ...error.data })
    : undefined
  const problem: ImportIssue = checked?.success
    ? checked.data
    : { code: 'unreadable', at: '', line: null, detail: errorMessage(error) }
  return { source, servers: [], inputs: [], problems: [problem] }
}
