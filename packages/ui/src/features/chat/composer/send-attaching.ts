import { PICTURE_BYTES } from '@gatehouse/domain/picture-name'
import type { RouteOutput } from '@gatehouse/contract'
import { BridgeError } from '../../../lib/bridge/bridge-error.ts'
import type { RequestRoute } from '../../../lib/bridge/request-route.ts'
import { limitOfName } from '../folder-files/file-limits.ts'

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
  /** A file of a prompt of the person. */
  | { kind: 'prompt-file'; file: { promptId: string; fileId: string }; name: string }
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

/** The ids of what was attached, and the files of a folder that were not, one entry for each reason. */
interface Sent {
  attached: readonly string[]
  refused: readonly Attaching[]
}

/** Attaches to the draft of a chat. */
export async function send(
  route: RequestRoute,
  id: string,
  { key, request }: Attaching,
): Promise<Sent> {
  switch (request.kind) {
    case 'file':
      return sentOne(await route('chat.attach-file', await readFile(id, request.file)))
    case 'entry': {
      const { folder, path } = request
      return sentOne(await route('chat.attach-entry', { id, folder, path }))
    }
    case 'prompt-file':
      return sentOne(await route('chat.attach-prompt-file', { id, ...request.file }))
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
