import {
  canonicalJson,
  GatehouseError,
  toolCallText,
  type ToolForm,
  type ToolWarnings,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import { findTool, type ManualCall } from './manual-call.ts'
import { definitionHash } from '../tool-offers/tool-catalog.ts'
import { ToolWarningFinder } from './tool-warnings.ts'

/** Forms that are remembered: as many as a person may have left open in their chats. */
const MOST_FORMS = 100

/** The contents of one form, apart from the arguments. */
interface ShownForm {
  conversationId: string
  serverId: string
  toolName: string
  identity: string
  definition: string
  warnings: string
}

/** The form that a call was run in; `shown`: the hash of the call that was in it. */
export interface RunForm extends Pick<ShownForm, 'identity' | 'definition' | 'warnings'> {
  shown: string
}

type Dependencies = Pick<HostDependencies, 'stores' | 'ids' | 'digest'> & {
  registry: Pick<ServerRegistry, 'all' | 'get'>
}

/** Forms of tools that the window shows, so that running one counts for just what was in it. */
export class ToolForms {
  readonly #deps: Dependencies
  readonly #warnings: ToolWarningFinder
  /** The oldest first. */
  readonly #open = new Map<string, ShownForm>()

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#warnings = new ToolWarningFinder(deps)
  }

  /** Throws `chat/tool-not-found`, `server/not-found`. */
  open(conversationId: string, { serverId, toolName }: Omit<ManualCall, 'arguments'>): ToolForm {
    const { registry, ids, digest } = this.#deps
    const server = registry.get(serverId)
    const { identity } = server
    const tool = findTool(server, toolName)
    const { warnings } = this.#warnings.of({ conversationId, server, identity, tool })
    const id = ids.next()
    const definition = definitionHash(tool, digest)
    const shown = { conversationId, serverId, toolName, identity, definition }
    this.#open.set(id, { ...shown, warnings: warningsText(warnings) })
    const [oldest] = this.#open.keys()
    if (oldest !== undefined && this.#open.size > MOST_FORMS) this.#open.delete(oldest)
    return { id, serverId, tool, warnings }
  }

  /**
   * The form, where the call is the one that it showed. Throws `chat/form-over` where main has no such form
   * for this tool, and `ask/not-as-shown`.
   */
  check(
    { id, shown }: { id: string; shown: string },
    { conversationId, ...call }: ManualCall & { conversationId: string },
  ): RunForm {
    const form = this.#open.get(id)
    const isOf =
      form?.conversationId === conversationId &&
      form.serverId === call.serverId &&
      form.toolName === call.toolName
    if (!form || !isOf)
      throw new GatehouseError(
        'chat/form-over',
        'This form ran already or is too old, so nothing was sent. Open it again.',
      )
    if (hashOf(call, this.#deps.digest) !== shown)
      throw new GatehouseError(
        'ask/not-as-shown',
        'What would be sent is not what the form showed, so nothing was sent. Open the form again.',
      )
    const { identity, definition, warnings } = form
    return { identity, definition, warnings, shown }
  }

  /** It ran: no second call is run by it. */
  close(id: string): void {
    this.#open.delete(id)
  }
}

/** `undefined`: it cannot be put as one text, and so was not shown as it would be sent. */
function hashOf(call: ManualCall, digest: HostDependencies['digest']): string | undefined {
  try {
    return digest.sha256(toolCallText(call))
  } catch {
    return undefined
  }
}

/** The warnings as one text, for comparison. */
export function warningsText(warnings: ToolWarnings): string {
  return canonicalJson(warnings)
}
