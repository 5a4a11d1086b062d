import { ServerCog, X } from 'lucide-react'
import { Button, Icon, IconButton } from '../../../kit/index.ts'
import { PASTED_PLACE } from '../../../lib/drafts/pasted-place.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { looksLikeServer } from './looks-like-server.ts'

export interface ServerOfferProps {
  pasted: string
  onDismiss: () => void
}

/** Offers to add the server that a pasted text describes; the text stays in the message. */
export function ServerOffer({ pasted, onDismiss }: ServerOfferProps) {
  const t = useT('chat')
  const keep = useUi((ui) => ui.keep)
  const show = useUi((ui) => ui.show)
  if (!looksLikeServer(pasted)) return null
  const add = () => {
    keep(PASTED_PLACE, pasted)
    show({ kind: 'add-server' })
    onDismiss()
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 px-3.5 pt-2.5 text-note text-fg-2"
    >
      <Icon icon={ServerCog} size={14} />
      <span className="min-w-0 flex-1">{t('composer.serverFound')}</span>
      <Button size="small" onClick={add}>
        {t('composer.addServer')}
      </Button>
      <IconButton size="small" icon={X} label={t('composer.noServer')} onClick={onDismiss} />
    </div>
  )
}
