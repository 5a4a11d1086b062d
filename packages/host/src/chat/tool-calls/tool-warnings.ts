import type { Grant, ToolWarnings } from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import { RenamedTools } from '../approvals/tool-changes/renamed-tools.ts'
import { trustFor, type ToolTrust } from '../approvals/tool-trust.ts'
import { changesSince, grantFor } from '../approvals/grants/grant-of-call.ts'
import { LatestToolNames } from '../approvals/tool-changes/similar-tools.ts'
import type { ToolOfChat } from '../tool-offers/tool-of-chat.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'digest'> & {
  registry: Pick<ServerRegistry, 'all'>
}

interface ToolState {
  grant: Grant | undefined
  trust: ToolTrust
  warnings: ToolWarnings
}

/** Which permission a tool has in a chat, if its declarations count, and what a person should know of it before they allow or run it. */
export class ToolWarningFinder {
  readonly #deps: Dependencies
  readonly #names = new LatestToolNames()
  readonly #renamedTools: RenamedTools

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#renamedTools = new RenamedTools({ grants: deps.stores.grants, digest: deps.digest })
  }

  of(about: ToolOfChat): ToolState {
    const { grant, ...before } = grantFor(about, this.#deps)
    const trust = trustFor(about, this.#deps)
    const isKnown = grant !== undefined || 'voided' in before || trust.grant !== undefined
    const lost = grant || 'voided' in before ? {} : lostTrust(trust, about, this.#deps)
    return { grant, trust, warnings: { ...before, ...lost, ...this.#nameWarnings(about, isKnown) } }
  }

  #nameWarnings(
    { server, tool }: ToolOfChat,
    isKnown: boolean,
  ): Pick<ToolWarnings, 'renamedFrom' | 'similar'> {
    const { id } = server.config
    const renamed = isKnown ? null : this.#renamedTools.find(tool, id)
    const similar = this.#names.of(this.#deps.registry.all()).similar(id, tool)
    return {
      ...(renamed === null ? {} : { renamedFrom: renamed }),
      ...(similar.length === 0 ? {} : { similar }),
    }
  }
}

/** The reason for which the trust in a tool no longer holds, with the changes. */
function lostTrust(
  { trust, grant }: ToolTrust,
  { tool }: ToolOfChat,
  deps: Pick<HostDependencies, 'stores'>,
): Pick<ToolWarnings, 'voided' | 'changed'> {
  if (!grant || trust === 'trusted' || trust === 'none') return {}
  return changesSince({ grant, voided: trust }, tool, deps)
}
