import type { SearchedTool, SearchFilter } from '@gatehouse/domain/chats'
import { useServers } from '../../../lib/queries/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** Which messages a search is for, as a person chose it. */
export interface ChosenFilter extends Pick<SearchFilter, 'kind' | 'serverId' | 'tool' | 'model'> {
  /** Days as in `2026-11-26`, both of them included; absent: open at that end. */
  from?: string | undefined
  to?: string | undefined
  tag?: string | undefined
}

/** Midnight at the begin of a day where the person is, or some days later; `undefined` for what is no day. */
function beginOf(day: string | undefined, later = 0): number | undefined {
  if (day === undefined) return undefined
  const date = new Date(`${day}T00:00`)
  // By the calendar: not every day has 24 hours.
  date.setDate(date.getDate() + later)
  const at = date.getTime()
  return Number.isNaN(at) ? undefined : Math.max(0, at)
}

/** A day as it is where the person is. */
export function dayOf(at: number, earlier = 0): string {
  const date = new Date(at)
  date.setDate(date.getDate() - earlier)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** No day is within it. */
export function isBackwards({ from, to }: ChosenFilter): boolean {
  return from !== undefined && to !== undefined && from > to
}

/** As it is searched for; `null` where no day is within it. */
export function filterOf(chosen: ChosenFilter): SearchFilter | null {
  if (isBackwards(chosen)) return null
  const { from, to, ...filter } = chosen
  const since = beginOf(from)
  const until = beginOf(to, 1)
  return {
    ...filter,
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  }
}

export interface FilterPart {
  key: string
  label: string
  /** The filter without this part. */
  without: ChosenFilter
}

/** Tells tools apart in a list. */
export const keyOfTool = ({ serverName, toolName }: SearchedTool): string =>
  JSON.stringify([serverName, toolName])

/** The one with this key; a server that a file names may have an empty name. */
export function toolOf(key: string, tools: readonly SearchedTool[]): SearchedTool | undefined {
  const found = tools.find((one) => keyOfTool(one) === key)
  return found && { serverName: found.serverName, toolName: found.toolName }
}

export const nameOfTool = ({ toolName, serverName }: SearchedTool): string =>
  `${oneLine(toolName, 60)} · ${oneLine(serverName, 40)}`

/** Each thing that a filter asks for, in words. */
export function useFilterParts(filter: ChosenFilter): FilterPart[] {
  const t = useT('chat')
  const { day } = useFormats()
  const servers = useServers().data ?? []
  const { kind, serverId, tool, model, from, to, tag } = filter
  const parts: FilterPart[] = []
  const add = (key: string, label: string, change: ChosenFilter): void =>
    void parts.push({ key, label, without: { ...filter, ...change } })
  if (kind !== undefined) add('kind', t(`library.kind.${kind}`), { kind: undefined })
  if (model !== undefined)
    add('model', t('library.filters.isModel', { model: oneLine(model, 80) }), { model: undefined })
  if (serverId !== undefined) {
    const name = servers.find(({ config }) => config.id === serverId)?.config.name ?? serverId
    add('server', t('library.filters.isServer', { server: oneLine(name, 60) }), {
      serverId: undefined,
    })
  }
  if (tool !== undefined)
    add('tool', t('library.filters.isTool', { tool: nameOfTool(tool) }), { tool: undefined })
  const days = { from: day(beginOf(from) ?? 0), to: day(beginOf(to) ?? 0) }
  if (from !== undefined || to !== undefined)
    add(
      'days',
      from === undefined
        ? t('library.filters.isTo', days)
        : to === undefined
          ? t('library.filters.isFrom', days)
          : from === to
            ? days.from
            : t('library.filters.isFromTo', days),
      { from: undefined, to: undefined },
    )
  if (tag !== undefined)
    add('tag', t('library.filters.isTag', { tag: oneLine(tag) }), { tag: undefined })
  return parts
}
