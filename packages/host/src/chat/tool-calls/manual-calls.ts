import { abortCodeOf } from '@gatehouse/domain'
import type { Transaction } from '../../transactions.ts'
import type { HostDependencies } from '../../dependencies.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import type { LiveTurn } from '../turns/live-turn.ts'
import { findTool, manualToolCall, type ManualCall } from './manual-call.ts'
import type { RunningTurn } from '../turns/running-turns.ts'
import type { ToolCallRunner } from './tool-call-runner.ts'
import { ToolForms } from './tool-forms.ts'
import type { TurnStarter } from '../turns/turn-starter.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'ids' | 'clock' | 'digest'> & {
  transaction: Transaction
  conversations: Pick<ConversationService, 'noteActivity'>
  registry: Pick<ServerRegistry, 'all' | 'get'>
  turns: TurnStarter
  runner: ToolCallRunner
}

/** A turn that was written down, and what is to be done in it. */
interface BegunTurn {
  live: LiveTurn
  work: (running: RunningTurn) => Promise<void>
}

/** Calls of tools that the person chose and filled in: each is a turn of its own. */
export class ManualCalls {
  readonly #deps: Dependencies
  readonly forms: ToolForms

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.forms = new ToolForms(deps)
  }

  /** Throws `chat/tool-not-found`, `server/not-found`, `chat/form-over`, `ask/not-as-shown`. */
  begin(
    { conversationId, ...manual }: ManualCall & { conversationId: string },
    ranIn: { id: string; shown: string } | undefined,
  ): BegunTurn {
    const { transaction, conversations, registry, runner, stores, turns } = this.#deps
    const server = registry.get(manual.serverId)
    const { identity } = server
    const tool = findTool(server, manual.toolName)
    const form = ranIn && this.forms.check(ranIn, { conversationId, ...manual })
    const call = manualToolCall(manual, { server, tool }, this.#deps)
    const parentId = stores.turns.lastTurnId(conversationId)
    const { live, title } = transaction(() => ({
      live: turns.begin(conversationId, { origin: 'manual', entries: [call], parentId }),
      title: conversations.noteActivity(conversationId, call.toolTitle).title,
    }))
    if (ranIn) this.forms.close(ranIn.id)
    const pending = { turn: live, call, server, identity, tool, form, conversationTitle: title }
    return {
      live,
      work: async ({ signal, callSignal }) => {
        await runner.run(pending, callSignal(call.id))
        live.flush()
        const status = !signal.aborted
          ? 'done'
          : abortCodeOf(signal) === 'app-quit'
            ? 'interrupted'
            : 'stopped'
        live.apply({ type: 'turn-ended', status, failure: null, at: this.#deps.clock.now() })
      },
    }
  }
}
