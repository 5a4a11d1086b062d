import type { Conversation } from '@gatehouse/domain'
import type { Drafts } from '../drafts/drafts.ts'

/**
 * The latest chat without messages and without a draft, as far as the window knows: main decides
 * whether it is what a new one would be.
 */
export function blankChat(
  conversations: readonly Conversation[] | undefined,
  drafts: Pick<Drafts, 'get'>,
): { blankId?: string } {
  const blank = conversations?.find(
    ({ id, title, draft, archivedAt, pinnedAt, queue, isTemporary }) =>
      title === '' &&
      !isTemporary &&
      archivedAt === undefined &&
      pinnedAt === undefined &&
      !queue &&
      (drafts.get(id) ?? draft) === '',
  )
  return blank ? { blankId: blank.id } : {}
}
