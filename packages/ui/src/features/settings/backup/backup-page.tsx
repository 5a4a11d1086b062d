import type { BackupFile } from '@gatehouse/domain/backup'
import { useState } from 'react'
import { AlertDialog, Button, Callout } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { useRouteQuery } from '../../../lib/queries/route-query.ts'
import { addWords, useT } from '../../../lib/words/i18n.ts'
import { backup as en } from '../../../locales/en/backup.ts'
import { backup as zhCN } from '../../../locales/zh-CN/backup.ts'
import { BackupError } from './backup-error.tsx'
import { MakeBackup } from './make-backup.tsx'
import { RestoreBackup } from './restore-backup.tsx'

addWords('backup', { en, 'zh-CN': zhCN })

/** One encrypted file of all data, and the way back from it. */
export function BackupPage() {
  const t = useT('backup')
  const [isMaking, setMaking] = useState(false)
  const [file, setFile] = useState<BackupFile | null>(null)
  const choose = useAction('backup.choose', { quiet: true, onSuccess: setFile })
  return (
    <>
      <section aria-label={t('make.title')} className="flex flex-col items-start gap-2">
        <h2 className="text-body font-semibold">{t('make.title')}</h2>
        <p className="text-note text-fg-2">{t('make.note')}</p>
        <Button onClick={() => setMaking(true)}>{t('make.open')}</Button>
      </section>
      <section aria-label={t('restore.title')} className="flex flex-col items-start gap-2">
        <h2 className="text-body font-semibold">{t('restore.title')}</h2>
        <p className="text-note text-fg-2">{t('restore.note')}</p>
        <Button loading={choose.isPending} onClick={() => choose.mutate({})}>
          {t('restore.open')}
        </Button>
        <BackupError error={choose.error} />
      </section>
      <KeptData />
      {isMaking && <MakeBackup onClose={() => setMaking(false)} />}
      {file && <RestoreBackup file={file} onClose={() => setFile(null)} />}
    </>
  )
}

/** The data that the last restore replaced. */
function KeptData() {
  const t = useT('backup')
  const common = useT('common')
  const { moment } = useFormats()
  const query = useRouteQuery({
    key: queryKeys.keptData,
    route: 'backup.kept',
    input: {},
    recheck: true,
  })
  const [asked, setAsked] = useState<'putBack' | 'remove' | null>(null)
  const putBack = useAction('backup.put-back', { quiet: true })
  const remove = useAction('backup.remove-kept', { onSuccess: () => void query.refetch() })
  if (!query.data) return null
  const close = () => setAsked(null)
  return (
    <>
      <Callout
        title={t('kept.title', { at: moment(query.data.replacedAt) })}
        actions={
          <>
            <Button size="small" onClick={() => setAsked('putBack')}>
              {t('kept.putBack')}
            </Button>
            <Button size="small" variant="danger-quiet" onClick={() => setAsked('remove')}>
              {t('kept.remove')}
            </Button>
          </>
        }
      >
        {t('kept.note')}
      </Callout>
      <BackupError error={putBack.error} />
      <AlertDialog
        open={asked !== null}
        onOpenChange={(open) => !open && close()}
        title={t(asked === 'remove' ? 'kept.removeTitle' : 'kept.putBackTitle')}
        description={t(asked === 'remove' ? 'kept.removeNote' : 'kept.putBackNote')}
        confirmLabel={t(asked === 'remove' ? 'kept.removeConfirm' : 'kept.putBackConfirm')}
        cancelLabel={common('actions.cancel')}
        loading={remove.isPending || putBack.isPending}
        onConfirm={() => {
          const action = asked === 'remove' ? remove : putBack
          action.mutate({}, { onSettled: close })
        }}
      />
    </>
  )
}
