import { GatehouseError, type ConnectionFailure, type ServerConfig } from '@gatehouse/domain'
import {
  fillPlaceholders,
  placeholderPlaces,
  placeholdersOf,
  placeholderText,
  unseenPlaceholders,
  type LaunchReview,
  type Placeholder,
  type PlaceholderSource,
  type PlaceholderValue,
} from '@gatehouse/domain/launch'
import type { HostDependencies } from '../dependencies.ts'

/** Values remembered per server, the latest ones. */
const MAX_SEEN = 100

/** The present values of placeholders. */
export type CurrentPlaceholders = () => PlaceholderSource

export const NO_PLACEHOLDERS: PlaceholderSource = { userHome: '', workspace: null }

/**
 * A server is one process for all chats: its folder is the first one of the workspace that was used last, and of the
 * first workspace that has folders while that has none.
 */
export function currentPlaceholders({
  stores,
  folders,
  conversations,
}: Pick<HostDependencies, 'stores'> & {
  folders: Pick<HostDependencies['folders'], 'home'>
  conversations: { workspaceUsedLast(): string | null }
}): CurrentPlaceholders {
  return () => {
    const withFolders = stores.workspaces.list().filter((one) => one.folders.length > 0)
    const usedLast = conversations.workspaceUsedLast()
    const workspace = withFolders.find(({ id }) => id === usedLast) ?? withFolders[0]
    const folder = workspace?.folders[0]?.path
    return {
      userHome: folders.home,
      workspace:
        workspace === undefined || folder === undefined
          ? null
          : { name: workspace.name, folder, folders: workspace.folders.length },
    }
  }
}

/** The placeholders of a launch, filled in for one start. */
export interface FilledLaunch {
  fill: (text: string) => string
  values: PlaceholderValue[]
}

/**
 * Fills in what stood there when the person read the launch, and nothing else. Throws with the failure
 * `no-workspace-folder`, or `launch-changed` for what was not seen yet.
 */
export function fillForStart(config: ServerConfig, current: CurrentPlaceholders): FilledLaunch {
  const { name, transport, seenPlaceholders = [] } = config
  const placeholders = placeholdersOf(transport, current)
  if (placeholders.some(({ value }) => value === null)) throw failed(withoutFolder(name))
  const unseen = unseenPlaceholders(placeholders, seenPlaceholders)
  if (unseen.length > 0) throw failed(withUnseen(name, unseen))
  return {
    fill: (text) => fillPlaceholders(text, placeholders),
    values: valuesOf(placeholders),
  }
}

/** All placeholder values seen of a launch, with those seen before of the same launch. */
export function mergeSeenPlaceholders(
  { draft, placeholders = [] }: Pick<LaunchReview, 'draft' | 'placeholders'>,
  existing: ServerConfig | undefined,
): Pick<ServerConfig, 'seenPlaceholders'> {
  const isSame =
    existing !== undefined &&
    placeholderPlaces(existing.transport) === placeholderPlaces(draft.transport)
  const before = isSame ? (existing.seenPlaceholders ?? []) : []
  const now = valuesOf(placeholders)
  const others = before.filter(
    (old) => !now.some(({ name, value }) => name === old.name && value === old.value),
  )
  const seen = [...others, ...now].slice(-MAX_SEEN)
  return seen.length > 0 ? { seenPlaceholders: seen } : {}
}

function valuesOf(placeholders: readonly Placeholder[]): PlaceholderValue[] {
  return placeholders.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
}

function failed(failure: ConnectionFailure): GatehouseError {
  return new GatehouseError(`server/${failure.code}`, failure.message, { data: { failure } })
}

function withoutFolder(name: string): ConnectionFailure {
  return {
    code: 'no-workspace-folder',
    message: `${name} was not started: its launch has ${placeholderText('workspaceFolder')}, and no workspace has a folder. Add a folder in Workspaces, then start it again.`,
    lastLines: [],
  }
}

function withUnseen(name: string, placeholders: Placeholder[]): ConnectionFailure {
  const words = placeholders.map(
    (one) => `${placeholderText(one.name)} is \`${one.value ?? ''}\` now.`,
  )
  return {
    code: 'launch-changed',
    message: `${name} was not started: what would run is not what you allowed. ${words.join(' ')} Read what will run and allow it again in the server's settings.`,
    placeholders: placeholders.map(({ name: placeholder, value }) => ({
      name: placeholder,
      value,
    })),
    changes: [],
    lastLines: [],
  }
}
