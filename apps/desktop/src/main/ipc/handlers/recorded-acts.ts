import type { ParsedInput, RouteHandlers, RouteName } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type PersonAct = Parameters<Host['acts']['record']>[0]

/** The routes by which a person reads from a server, starts or stops one, and how each is recorded. */
const ACTS: { [Name in RouteName]?: (input: ParsedInput<Name>) => PersonAct } = {
  'server.start': ({ id }) => ({ kind: 'server-started', serverId: id }),
  'server.restart': ({ id }) => ({ kind: 'server-started', serverId: id }),
  'server.get-prompt': ({ id, name }) => requested(id, name),
  // It is read again when its server reports a change.
  'server.read-resource': ({ id, uri }) => ({
    ...requested(id, uri),
    repeats: JSON.stringify([id, uri]),
  }),
  'server.read-skill': ({ id, uri, file }) => requested(id, file ?? uri),
  'server.watch-resource': ({ id, uri }) => requested(id, uri),
  'server.complete': ({ id, request: { ref, argument } }) => {
    const of = ref.type === 'ref/prompt' ? ref.name : ref.uri
    const subject = `${of}: ${argument.name}`
    return { ...requested(id, subject), repeats: JSON.stringify([id, subject]) }
  },
  'chat.attach-prompt': ({ id, serverId, name }) => requested(serverId, name, id),
  'chat.attach-resource': ({ id, serverId, uri }) => requested(serverId, uri, id),
  'chat.read-again': ({ id }) => ({ kind: 'person-request', serverId: null, conversationId: id }),
}

/** These are recorded once they are done: a full disk keeps no server running. */
const ENDS: { [Name in RouteName]?: (input: ParsedInput<Name>) => PersonAct } = {
  'server.stop': ({ id }) => ({ kind: 'server-stopped', serverId: id }),
  'chat.set-servers': ({ id }) => ({ kind: 'chat-servers', serverId: null, conversationId: id }),
}

function requested(serverId: string, subject: string, conversationId?: string): PersonAct {
  return { kind: 'person-request', serverId, subject, conversationId }
}

type Handler = (input: never) => unknown

/** The handlers, with a record of what a person did by them. */
export function withRecordedActs(handlers: RouteHandlers, { acts }: Pick<Host, 'acts'>) {
  const recorded: Record<string, Handler> = { ...handlers }
  for (const [name, actOf] of Object.entries(ACTS)) {
    const handle = recorded[name]
    recorded[name] = (input) => {
      acts.record((actOf as (input: never) => PersonAct)(input))
      return handle?.(input)
    }
  }
  for (const [name, actOf] of Object.entries(ENDS)) {
    const handle = recorded[name]
    recorded[name] = async (input) => {
      const result = await handle?.(input)
      acts.record((actOf as (input: never) => PersonAct)(input))
      return result
    }
  }
  return recorded as unknown as RouteHandlers
}
