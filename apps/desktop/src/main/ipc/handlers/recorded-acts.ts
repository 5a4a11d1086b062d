import type { ParsedInput, RouteHandlers, RouteName } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

type PersonAct = Parameters<Host['acts']['record']>[0]

/** The routes by which a person sends, resumes, reads from a server or starts one, and how each is recorded. */
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
  'catalogue.search': ({ query }) => ({
    kind: 'registry-search',
    serverId: null,
    subject: query,
  }),
  'chat.attach-prompt': ({ id, serverId, name }) => requested(serverId, name, id),
  'chat.attach-resource': ({ id, serverId, uri }) => requested(serverId, uri, id),
  'chat.read-again': ({ id }) => ofChat('person-request', id),
  'chat.send': ({ id }) => ofChat('message-sent', id),
  'chat.send-later': ({ id, how }) =>
    ofChat(how === 'queue' ? 'message-queued' : 'message-sent', id),
  'chat.send-queued': ({ id }) => ofChat('message-sent', id),
  'chat.edit': ({ id }) => ofChat('message-sent', id),
  'chat.retry': ({ id }) => ofChat('turn-resumed', id),
  'chat.continue': ({ id }) => ofChat('turn-resumed', id),
  'chat.release-queue': ({ id }) => ofChat('turn-resumed', id),
  'app.resume': () => ({ kind: 'start-resumed', serverId: null }),
}

/** These are recorded once they are done: a full disk keeps no server running. */
const ENDS: {
  /** Read before the route is handled, and `undefined` if there is no such thing. */
  [Name in RouteName]?: (
    input: ParsedInput<Name>,
    host: Pick<Host, 'tasks'>,
  ) => PersonAct | undefined
} = {
  'server.stop': ({ id }) => ({ kind: 'server-stopped', serverId: id }),
  'chat.set-servers': ({ id }) => ofChat('chat-servers', id),
  'server.sign-out': ({ id }) => ({ kind: 'signed-out', serverId: id }),
  'server.forget-sign-in': ({ id }) => ({ kind: 'signed-out', serverId: id }),
  'task.cancel'({ id }, { tasks }) {
    const task = tasks.list().find((one) => one.id === id)
    return (
      task && {
        kind: 'task-cancelled',
        serverId: task.serverId,
        conversationId: task.conversationId,
        subject: task.toolTitle,
      }
    )
  },
}

function ofChat(kind: PersonAct['kind'], conversationId: string): PersonAct {
  return { kind, serverId: null, conversationId }
}

function requested(serverId: string, subject: string, conversationId?: string): PersonAct {
  return { kind: 'person-request', serverId, subject, conversationId }
}

type Handler = (input: never) => unknown

/** The handlers, with a record of what a person did by them. */
export function withRecordedActs(handlers: RouteHandlers, host: Pick<Host, 'acts' | 'tasks'>) {
  const { acts } = host
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
      const act = (actOf as (input: never, of: typeof host) => PersonAct | undefined)(input, host)
      const result = await handle?.(input)
      if (act) acts.record(act)
      return result
    }
  }
  return recorded as unknown as RouteHandlers
}
