import { canonicalJson, type LeftOutTool } from '@gatehouse/domain'
import type { ModelEvent } from '../../ports/index.ts'
import type { LiveTurn } from '../turns/live-turn.ts'
import type { ToolCatalog } from './tool-catalog.ts'

/** Adds them to those that are known, and writes nothing where they are; a step that offers fewer changes nothing. */
export function noteQuarantined(
  event: Extract<ModelEvent, { type: 'tools-quarantined' }>,
  { live, catalog }: { live: LiveTurn; catalog: ToolCatalog },
): void {
  const { type: _type, names, ...why } = event
  const named = new Set(names)
  const before = live.state.leftOutTools ?? []
  const others = before.filter(({ name }) => !named.has(name))
  const tools = [...others, ...names.map((name) => ({ name, ...why, ...placeIn(catalog, name) }))]
  const sameOrder = (one: LeftOutTool, other: LeftOutTool): number =>
    one.name < other.name ? -1 : 1
  const [next, last] = [tools, before].map((list) => canonicalJson(list.toSorted(sameOrder)))
  if (next !== last) live.apply({ type: 'tools-left-out', tools })
}

function placeIn(catalog: ToolCatalog, name: string): Pick<LeftOutTool, 'place'> {
  const entry = catalog.find(name)
  if (!entry) return {}
  const { id: serverId, name: serverName } = entry.server.config
  return { place: { serverId, serverName, tool: entry.tool.name } }
}
