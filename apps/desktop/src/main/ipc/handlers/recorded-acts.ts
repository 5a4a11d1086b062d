import {
  actRuleOf,
  routes,
  type RecordedAct,
  type RouteHandlers,
  type RouteName,
} from '@gatehouse/contract'
import type { PersonAct } from '@gatehouse/domain/audit'
import type { Host } from '@gatehouse/host'

type Handler = (input: never) => unknown

/** The handlers, with a record of what a person did by them. */
export function withRecordedActs(handlers: RouteHandlers, host: Pick<Host, 'acts' | 'tasks'>) {
  const recorded: Record<string, Handler> = { ...handlers }
  for (const name of Object.keys(routes) as RouteName[]) {
    const rule = actRuleOf(routes[name].acts)
    if (rule === undefined || rule.by === 'press') continue
    const { record, recordAfter } = rule
    const handle = recorded[name]
    if (record)
      recorded[name] = (input) => {
        host.acts.record(record(input))
        return handle?.(input)
      }
    if (recordAfter)
      recorded[name] = async (input) => {
        const act = personActOf(recordAfter(input), host)
        const result = await handle?.(input)
        if (act) host.acts.record(act)
        return result
      }
  }
  return recorded as unknown as RouteHandlers
}

/** The act with the names of its task, read before the task ends; undefined if there is no such task. */
function personActOf(act: RecordedAct, { tasks }: Pick<Host, 'tasks'>): PersonAct | undefined {
  if (!('taskId' in act)) return act
  const task = tasks.list().find(({ id }) => id === act.taskId)
  if (!task) return undefined
  const { serverId, conversationId, toolTitle: subject } = task
  return { kind: act.kind, serverId, conversationId, subject }
}
