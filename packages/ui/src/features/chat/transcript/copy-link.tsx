import { messageLink, type MessageRef } from '@gatehouse/domain/chats'
import { Link2 } from 'lucide-react'
import { CopyButton } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** Copies a link that leads back to a message, in any chat of this Gatehouse. */
export function CopyLink(place: MessageRef) {
  const t = useT('chat')
  return <CopyButton icon={Link2} text={messageLink(place)} label={t('messageLink.copy')} />
}
