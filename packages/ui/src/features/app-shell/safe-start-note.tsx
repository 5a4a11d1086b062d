import type { SafeStartView } from '@gatehouse/contract'
import { useEffect, useRef } from 'react'
import { Button, Callout, RevealText } from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { oneLine } from '../../lib/formats/one-line.ts'
import { useAction, useSafeStart } from '../../lib/queries/index.ts'
import { queryKeys } from '../../lib/queries/query-keys.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** Servers that are named; of more, how many. */
const NAMED = 5

/** Note after a crash: what was not opened and not started, with a button for each. */
export function SafeStartNote() {
  const { cache } = useBridge()
  const held = useSafeStart().data
  const openChat = useUi((ui) => ui.openChat)
  const take = (next: SafeStartView) => cache.set(queryKeys.safeStart, next)
  const resume = useAction('app.resume', { onSuccess: take })
  useLeaveWhatFailed(held)
  const t = useT('appShell')
  const formats = useFormats()
  if (!held || (held.chat === null && held.servers.length === 0)) return null
  const { cause, chat, servers } = held
  const names = formats.names(servers.slice(0, NAMED).map(({ name }) => oneLine(name, 40)))
  const open = () => chat && resume.mutate({ what: 'chat' }, { onSuccess: () => openChat(chat.id) })
  return (
    <Callout
      tone="warning"
      role="status"
      title={t(`safeStart.title.${cause}`)}
      className="mx-4 mt-3 shrink-0"
      actions={
        <>
          {chat && (
            <Button size="small" variant="primary" disabled={resume.isPending} onClick={open}>
              {t('safeStart.open')}
            </Button>
          )}
          {servers.length > 0 && (
            <Button
              size="small"
              variant={chat ? undefined : 'primary'}
              disabled={resume.isPending}
              onClick={() => resume.mutate({ what: 'servers' })}
            >
              {t('safeStart.start', { count: servers.length })}
            </Button>
          )}
        </>
      }
    >
      <p>{t(`safeStart.note.${cause}`)}</p>
      {chat && (
        <p className="mt-1 truncate">
          <RevealText
            text={t('safeStart.chat', {
              title: oneLine(chat.title, 80) || t('safeStart.untitled'),
            })}
            wrap={false}
          />
        </p>
      )}
      {servers.length > 0 && (
        <p className="mt-1">
          <RevealText
            text={
              servers.length > NAMED
                ? t('safeStart.serversMore', {
                    names,
                    count: servers.length - NAMED,
                  })
                : t('safeStart.servers', { names })
            }
          />
        </p>
      )}
    </Callout>
  )
}

/** A window that died goes to its chats, not back to the page that it died on. */
function useLeaveWhatFailed(held: SafeStartView | undefined): void {
  const goTo = useUi((ui) => ui.goTo)
  const looked = useRef(false)
  useEffect(() => {
    if (held === undefined || looked.current) return
    looked.current = true
    if (held?.cause === 'window-ended') goTo('chats')
  }, [held, goTo])
}
