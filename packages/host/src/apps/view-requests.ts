import {
  GatehouseError,
  type ReadResourceResult,
  type ToolCall,
  type ToolResult,
} from '@gatehouse/domain'
import type { DraftAttachments } from '../chat/attachments/draft-attachments.ts'
import type { ChatService } from '../chat/chat-service.ts'
import type { LinkService } from '../links/link-service.ts'
import type { AppFrames, Clock } from '../ports/index.ts'
import type { ManagedServer } from '../servers/managed-server.ts'
import { fileOf } from './app-file.ts'
import type { AppActions } from './app-session.ts'
import type { CallPlace } from './call-pages.ts'
import { createMessageRate } from './message-rate.ts'

interface Dependencies {
  clock: Clock
  chats: Pick<ChatService, 'appCalls'>
  attachments: Pick<DraftAttachments, 'attachFromApp'>
  links: Pick<LinkService, 'open'>
  frames: Pick<AppFrames, 'isPressed' | 'saveFile'>
}

/** A view as far as its requests need it. */
export interface RequestingView extends CallPlace {
  id: string
  call: ToolCall
  /** Absent once the server is removed: the view is drawn, and can request nothing. */
  server: ManagedServer | undefined
  /** The server's identity when the view was opened. */
  identity: string | undefined
  /** Ends the view's calls. */
  abort: AbortController
}

/** Refusals of the person after which a view's requests of that kind are refused unasked. */
const MAX_REFUSALS = 2
const CALLS = { count: 60, windowMs: 60_000 }
const READINGS = { count: 30, windowMs: 60_000 }
/** Calls of a view that wait or run at once. */
const MAX_CALLS = 4
const DRAFTS = { count: 30, windowMs: 60_000 }
/** Characters of a text that a view may put into a draft. */
const MAX_DRAFT = 100_000

/** The requests of a view, as far as they are taken. */
export function viewRequests(
  view: RequestingView,
  { clock, chats, links, attachments, frames }: Dependencies,
): AppActions {
  const calls = createMessageRate(clock, CALLS)
  const readings = createMessageRate(clock, READINGS)
  const drafts = createMessageRate(clock, DRAFTS)
  const refusals = { calls: 0, links: 0, files: 0 }
  const open = { calls: 0, links: 0, files: 0 }
  const { conversationId, turnId, entryId: viewOf } = view
  const readResource = async (uri: string): Promise<ReadResourceResult> => {
    const server = boundServer(view)
    // Any other address could carry text to the server unseen.
    const listed = server.cachedLists().resources ?? []
    if (uri !== view.call.app?.uri && !listed.some((one) => one.uri === uri))
      throw refused('Only resources that the server lists are read.')
    if (refusals.calls >= MAX_REFUSALS) throw refused('The person refused calls of this view.')
    if (!readings.take()) throw refused(`At most ${READINGS.count} resources a minute are read.`)
    return server.features.readResource(uri, view.abort.signal)
  }
  return {
    callTool: async (call): Promise<ToolResult> => {
      const server = boundServer(view)
      if (refusals.calls >= MAX_REFUSALS) throw refused('The person refused calls of this view.')
      if (open.calls >= MAX_CALLS) throw refused(`At most ${MAX_CALLS} calls are open at once.`)
      if (!calls.take()) throw refused(`At most ${CALLS.count} calls are made in a minute.`)
      view.abort.signal.throwIfAborted()
      open.calls += 1
      try {
        const { result, isRefused } = await chats.appCalls.run(
          {
            conversationId,
            turnId,
            viewOf,
            view: refusals,
            server,
            toolName: call.name,
            arguments: call.arguments,
          },
          view.abort.signal,
        )
        if (isRefused) refusals.calls += 1
        return result
      } finally {
        open.calls -= 1
      }
    },
    readResource,
    openLink: async (url) => {
      if (refusals.links >= MAX_REFUSALS) throw refused('The person refused links of this view.')
      if (open.links > 0) throw refused('One link is asked about at a time.')
      open.links += 1
      // Counted before: what fails to be shown is no way around the limit.
      refusals.links += 1
      try {
        const { outcome } = await links.open({ url, conversationId, doubt: 'by-app' })
        if (outcome !== 'opened') throw refused('The person did not open the link.')
        refusals.links -= 1
      } finally {
        open.links -= 1
      }
    },
    downloadFile: async (file) => {
      if (refusals.files >= MAX_REFUSALS) throw refused('The person refused files of this view.')
      if (open.files > 0) throw refused('One file is asked about at a time.')
      open.files += 1
      try {
        // The system's dialog has the keyboard at once: an Enter that was meant for something else would save it.
        if (!(await frames.isPressed(view.id)))
          throw refused('A file is saved only just after the person pressed something in the view.')
        const read = await fileOf(file, readResource)
        if (!read) throw refused('The file has no content.')
        view.abort.signal.throwIfAborted()
        // Counted before, as for links.
        refusals.files += 1
        if (!(await frames.saveFile(read.name, read.bytes)))
          throw refused('The person did not save the file.')
        refusals.files -= 1
      } finally {
        open.files -= 1
      }
    },
    draft: async (what, text) => {
      const server = boundServer(view)
      if (!drafts.take()) throw refused(`At most ${DRAFTS.count} texts a minute are taken.`)
      if (text.length > MAX_DRAFT) throw refused('The text is too long for a draft.')
      await attachments.attachFromApp(conversationId, {
        server,
        what,
        title: view.call.toolTitle,
        uri: view.call.app?.uri ?? '',
        text,
      })
    },
  }
}

/** Throws once the server is another than the one that ran the call. */
export function boundServer({ server, identity }: RequestingView): ManagedServer {
  if (server && !server.lifecycle.isRetired && server.identity === identity) return server
  throw refused('The server of this view was changed or removed.')
}

const refused = (message: string): GatehouseError => new GatehouseError('apps/refused', message)
