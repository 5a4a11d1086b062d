import { attachmentName, type ResourceAttachment } from '@gatehouse/domain'
import { Button } from '../../../kit/index.ts'
import { COMPOSER } from '../../../lib/chats/ask-target.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAttaching } from '../composer/use-attaching.ts'

interface AttachNewVersionProps {
  conversationId: string
  resource: ResourceAttachment
}

/** Adds the present version of a sent resource to the draft; the sent one stays. */
export function AttachNewVersion({ conversationId, resource }: AttachNewVersionProps) {
  const t = useT('chat')
  const { attach } = useAttaching(conversationId)
  const { serverId, serverName, serverHue, uri } = resource
  const again = { kind: 'resource', serverId, serverName, serverHue, uri } as const
  const press = () => {
    attach([{ ...again, title: attachmentName(resource) }])
    document.querySelector<HTMLElement>(COMPOSER)?.focus({ preventScroll: true })
  }
  return (
    <Button size="small" onClick={press}>
      {t('follow.attachNew')}
    </Button>
  )
}
