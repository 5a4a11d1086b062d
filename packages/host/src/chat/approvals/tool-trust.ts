import type { Grant } from '@gatehouse/domain'
import type { CallFacts, ToolMark } from '@gatehouse/domain/approvals'
import type { HostDependencies } from '../../dependencies.ts'
import { grantVoidReason } from './grants/grant-void-reason.ts'
import type { ToolOfChat } from '../tool-offers/tool-of-chat.ts'

export interface ToolTrust {
  trust: CallFacts['trust']
  mark: ToolMark | undefined
  /** The trust or mark that was given; absent: none was. */
  grant?: Grant
}

/** The person's trust in what a server declares for a tool as it is now, and their mark. */
export function trustFor(
  { server, identity, tool }: Omit<ToolOfChat, 'conversationId'>,
  { stores: { grants }, digest }: Pick<HostDependencies, 'stores' | 'digest'>,
): ToolTrust {
  const grant = grants.findTrust(server.config.id, tool.name)
  if (!grant) return { trust: 'none', mark: undefined }
  const { mark } = grant
  // That the person wants to be asked holds for whatever becomes of the tool.
  if (mark === 'ask') return { trust: 'none', mark, grant }
  const voided = grantVoidReason(grant, { identity, tool }, { digest, grants })
  return { trust: voided ?? 'trusted', mark, grant }
}
