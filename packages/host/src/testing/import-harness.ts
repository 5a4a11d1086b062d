import type {
  ImportAnswer,
  ImportedServer,
  ServerImportOutcome,
  ServerImportPreview,
} from '@gatehouse/domain/launch'
import type { Host } from '../host.ts'
import type { ServerImports } from '../server-import/server-imports.ts'
import { createChatHarness, type ChatHarness } from './chat-harness.ts'

export const SECRET = 'ghp_n0tF0rTheWind0w1234567890abcdef'
export const DESKTOP = '/home/ada/.config/Claude/claude_desktop_config.json'
export const EDITOR = '/code/app/.vscode/mcp.json'

/** A host with configuration files of other programs, and helpers that import them. */
export interface ImportHarness {
  harness: ChatHarness
  host: Host
  imports: ServerImports
  /** The configurations of the servers that are there. */
  list(): { name: string; start: string; transport: unknown }[]
  put(path: string, value: unknown, source: 'claude-desktop' | 'vscode' | 'claude-code'): void
  /** Adds everything that is suggested. */
  add(
    preview: ServerImportPreview,
    start: boolean,
    answers?: ImportAnswer[],
  ): Promise<ServerImportOutcome>
}

export function createImportHarness(): ImportHarness {
  const harness = createChatHarness()
  const { host } = harness.build([])
  const { imports } = host
  const { importFiles } = harness
  return {
    harness,
    host,
    imports,
    list: () => host.servers.list().map(({ config }) => config),
    put(path, value, source) {
      importFiles.files.push({ source, path, folder: source === 'vscode' ? '/code/app' : null })
      importFiles.texts.set(path, typeof value === 'string' ? value : JSON.stringify(value))
    },
    async add(preview, start, answers = []) {
      const review = await imports.review(preview.id, suggestedChoices(preview), answers)
      return imports.save(preview.id, review.id, start)
    },
  }
}

export function importedServers(preview: ServerImportPreview | null): ImportedServer[] {
  return preview?.files.flatMap((file) => file.servers) ?? []
}

export function envOf(server: ImportedServer | undefined) {
  return server?.launch?.kind === 'stdio' ? server.launch.env : []
}

/** The choices when nothing is changed. */
export function suggestedChoices(
  preview: ServerImportPreview,
): Parameters<ServerImports['review']>[1] {
  return importedServers(preview)
    .filter(({ suggested }) => suggested)
    .map(({ id, name, launch }) => ({
      serverId: id,
      name,
      secrets: (launch?.kind === 'http' ? launch.headers : (launch?.env ?? []))
        .filter(({ secret }) => secret)
        .map((value) => value.name),
      hostVariables: [],
    }))
}
