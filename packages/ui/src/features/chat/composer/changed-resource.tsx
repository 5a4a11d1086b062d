import { attachmentName, type ResourceAttachment } from '@gatehouse/domain'
import { Button } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction } from '../../../lib/queries/index.ts'

interface ChangedResourceProps {
  conversationId: string
  resource: ResourceAttachment
}

/** In the chip of a resource whose server reported that it changed: it is read again, or kept as it is. */
export function ChangedResource({ conversationId, resource }: ChangedResourceProps) {
  const t = useT('composer')
  const readAgain = useAction('chat.read-again')
  const keep = useAction('chat.keep-as-read')
  const name = oneLine(attachmentName(resource), 80)
  const attachment = { id: conversationId, attachmentId: resource.id }
  return (
    <span className="flex flex-wrap gap-1 py-1">
      <Button
        size="small"
        aria-label={t('tray.readAgainName', { name })}
        loading={readAgain.isPending}
        onClick={() => readAgain.mutate(attachment)}
      >
        {t('tray.readAgain')}
      </Button>
      <Button
        size="small"
        aria-label={t('tray.keepName', { name })}
        disabled={readAgain.isPending || keep.isPending}
        onClick={() => keep.mutate(attachment)}
      >
        {t('tray.keep')}
      </Button>
    </span>
  )
}
