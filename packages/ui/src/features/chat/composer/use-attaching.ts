import { PICTURE_BYTES } from '@gatehouse/domain/picture-name'
import type { RouteOutput } from '@gatehouse/contract'
import { useCallback } from 'react'
import { BridgeError } from '../../../lib/bridge/bridge-error.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import type { RequestRoute } from '../../../lib/bridge/request-route.ts'
import { limitOfName } from '../folder-files/file-limits.ts'
import { useUi, useUiStore, type UiStore } from '../../../lib/ui-store.tsx'

/** Who offers it, as it is called now. */
interface FromServer {
  serverId: string
  serverName: string
  serverHue: number
}

/** Something to be attached to a draft; main itself gets it from its server. */
export type AttachRequest =
  | { kind: 'file'; file: File }
  /** Of the workspace of the chat; main reads it. */
  | { kind: 'entry'; folder: string; path: string }
  /** Files of a folder that the person picked. */
  | { kind: 'folder'; folder: string; paths: readonly string[] }
  | (FromServer & { kind: 'resource'; uri: string; title: string })
  | (FromServer & {
      kind: 'prompt'
      name: string
      title: string
      arguments: Record<string, string>
    })

/** Something on its way into a draft, or that did not get there. */
export interface Attaching {
  /** Also the id of its request. */
  key: string
  request: AttachRequest
  /** Error of the attaching; `null` while it is under way. */
  error: Error | null
}

export interface AttachingList {
  list: readonly Attaching[]
  /** One after the other, so that they come in this order. */
  attach: (requests: readonly AttachRequest[]) => void
  /** Cancels a pending attachment, or dismisses a failed one. */
  dismiss: (entry: Attaching) => void
  retry: (entry: Attaching) => void
}

const none: readonly Attaching[] = []
let keys = 0

/**
 * Attachments under way into a chat's draft. The window's store holds them: they continue, and a failure is shown,
 * wherever the person is by then.
 */
export function useAttaching(conversationId = ''): AttachingList {
  const { request } = useBridge()
  const store = useUiStore()
  const place = `attaching ${conversationId}`
  const list = useUi((ui) => ui.kept[place] as readonly Attaching[] | undefined) ?? none
  const run = useCallback(
    async (entries: readonly Attaching[]) => {
      const change = listChanger(store, place)
      const isListed = (key: string) => listAt(store, place).some((one) => one.key === key)
      for (const entry of entries) {
        // Taken away while it waited for the others.
        if (!listAt(store, place).includes(entry)) continue
        try {
          const { attached, refused: left } = await send(request, conversationId, entry)
          // Dismissed when it could no longer be held back.
          if (!isListed(entry.key))
            for (const attachmentId of attached)
              await request('chat.detach', { id: conversationId, attachmentId })
          change((all) => all.flatMap((one) => (one.key === entry.key ? left : [one])))
        } catch (error) {
          change((all) => all.map((one) => (one.key === entry.key ? failed(one, error) : one)))
        }
      }
    },
    [request, store, place, conversationId],
  )
  const attach = useCallback<AttachingList['attach']>(
    (requests) => {
      const entries = requests.map((what): Attaching => ({
        key: `attach-${(keys += 1)}`,
        request: what,
        error: null,
      }))
      listChanger(store, place)((all) => [...all, ...entries])
      void run(entries)
    },
    [run, store, place],
  )
  const dismiss = useCallback<AttachingList['dismiss']>(
    (entry) => {
      listChanger(store, place)((all) => without(all, [entry]))
      if (entry.error === null && isOfServer(entry.request))
        request('server.cancel-request', { requestId: entry.key }).catch(() => undefined)
    },
    [request, store, place],
  )
  const retry = useCallback<AttachingList['retry']>(
    (entry) => {
      const again = { ...entry, error: null }
      listChanger(store, place)((all) => all.map((one) => (one === entry ? again : one)))
      void run([again])
    },
    [run, store, place],
  )
  return { list, attach, dismiss, retry }
}

function listAt(store: UiStore, place: string): readonly Attaching[] {
  return (store.getState().kept[place] as readonly Attaching[] | undefined) ?? none
}

function listChanger(store: UiStore, place: string) {
  return (change: (all: readonly Attaching[]) => readonly Attaching[]): void => {
    const next = change(listAt(store, place))
    store.getState().keep(place, next.length === 0 ? undefined : next)
  }
}

function without(all: readonly Attaching[], gone: readonly Attaching[]): readonly Attaching[] {
  return all.filter(({ key }) => !gone.some((one) => one.key === key))
}

function failed(entry: Attaching, error: unknown): Attaching {
  return { ...entry, error: error instanceof Error ? error : new Error(String(error)) }
}

const isOfServer = ({ kind }: AttachRequest): boolean => kind === 'resource' || kind === 'prompt'

/** The ids of what was attached, and the files of a folder that were not, one entry for each reason. */
interface Sent {
  attached: readonly string[]
  refused: readonly Attaching[]
}

async function send(route: RequestRoute, id: string, { key, request }: Attaching): Promise<Sent> {
  switch (request.kind) {
    case 'file':
      return sentOne(await route('chat.attach-file', await readFile(id, request.file)))
    case 'entry': {
      const { folder, path } = request
      return sentOne(await route('chat.attach-entry', { id, folder, path }))
    }
    case 'folder': {
      const { folder, paths } = request
      const sent = await route('chat.attach-folder-files', { id, folder, paths: [...paths] })
      return { attached: sent.attachmentIds, refused: byReason(key, folder, sent.failed) }
    }
    case 'resource': {
      const { serverId, uri } = request
      return sentOne(await route('chat.attach-resource', { id, requestId: key, serverId, uri }))
    }
    case 'prompt': {
      const { serverId, name, arguments: values } = request
      const prompt = { id, requestId: key, serverId, name, arguments: values }
      return sentOne(await route('chat.attach-prompt', prompt))
    }
  }
}

const sentOne = ({ id }: { id: string }): Sent => ({ attached: [id], refused: [] })

type FailedFile = RouteOutput<'chat.attach-folder-files'>['failed'][number]

function byReason(key: string, folder: string, files: readonly FailedFile[]): Attaching[] {
  const reasons = new Map<string, FailedFile[]>()
  for (const file of files) {
    const reason = JSON.stringify([file.error.code, file.error.data])
    reasons.set(reason, [...(reasons.get(reason) ?? []), file])
  }
  return [...reasons.values()].flatMap((same, at) => {
    const [first] = same
    const paths = same.map(({ path }) => path)
    const request = { kind: 'folder' as const, folder, paths }
    return first ? [{ key: `${key}-${at}`, request, error: new BridgeError(first.error) }] : []
  })
}

/** The bytes of a file; main refuses what is too large as well, but nothing is read or carried there for that. */
async function readFile(id: string, file: File) {
  const limit = limitOf(file)
  if (file.size > limit)
    throw refused('attachment/file-too-large', { megabytes: limit / 1_000_000 })
  // A folder has no bytes.
  const bytes = await file.arrayBuffer().catch(() => {
    throw refused('attachment/unsupported', {})
  })
  return { id, name: file.name, mimeType: file.type, bytes: new Uint8Array(bytes) }
}

/** Bytes that a file of this kind may have. A pasted picture has a type and no name of its own. */
const limitOf = ({ name, type }: File): number =>
  type.startsWith('image/') ? PICTURE_BYTES : limitOfName(name)

function refused(code: string, data: Record<string, unknown>): BridgeError {
  return new BridgeError({ code, message: code, data })
}
