import type { Grant, ToolWarnings } from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { ServerRegistry } from '../../servers/server-registry.ts'
import { RenamedTools } from '../tool-changes/renamed-tools.ts'
import { grantFor } from '../grants/grant-of-call.ts'
import { LatestToolNames } from '../tool-changes/similar-tools.ts'
import type { ToolOfChat } from '../tool-offers/tool-of-chat.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'digest'> & {
  registry: Pick<ServerRegistry, 'all'>
}

/** Which permission a tool has in a chat, and what a person should know of it before they allow or run it. */
export class ToolWarningFinder {
  readonly #deps: Dependencies
  readonly #names = new LatestToolNames()
  readonly #renamedTools: RenamedTools

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#renamedTools = new RenamedTools({ grants: deps.stores.grants, digest: deps.digest })
  }

  of(about: ToolOfChat): { grant: Grant | undefined; warnings: ToolWarnings } {
    const { grant, ...before } = grantFor(about, this.#deps)
    const isKnown = grant !== undefined || 'voided' in before
    return { grant, warnings: { ...before, ...this.#nameWarnings(about, isKnown) } }
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
