import { PASSPHRASE } from '@gatehouse/domain/backup'
import { useRef, useState } from 'react'
import { Button, Dialog, TextField, useToasts } from '../../../kit/index.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { worded } from '../../../lib/words/worded.ts'
import { BackupError } from './backup-error.tsx'
import { BackupProgress } from './backup-progress.tsx'

/** Asks for the passphrase twice, then for the place of the file. */
export function MakeBackup({ onClose }: { onClose: () => void }) {
  const t = useT('backup')
  const common = useT('common')
  const { show } = useToasts()
  const field = useRef<HTMLInputElement>(null)
  const [first, setFirst] = useState('')
  const [again, setAgain] = useState('')
  const [isAttempted, setAttempted] = useState(false)
  const make = useAction('backup.make', { quiet: true })
  const cancel = useAction('backup.cancel')
  const count = PASSPHRASE.min
  const isShort = first.length < count
  const submit = (): void => {
    setAttempted(true)
    if (isShort || first !== again) return
    make.mutate(
      { passphrase: first },
      {
        onSuccess(saved) {
          if (saved === null) return
          const { path } = saved
          show({ tone: 'success', title: worded('backup', (to) => to('make.done', { path })) })
          onClose()
        },
      },
    )
  }
  const end = (): void => {
    if (make.isPending) cancel.mutate({})
    else onClose()
  }
  return (
    <Dialog
      open
      dismissible={!make.isPending}
      initialFocus={field}
      onOpenChange={(open) => !open && end()}
      title={t('make.title')}
      footer={
        <>
          <Button onClick={end}>{common('actions.cancel')}</Button>
          <Button variant="primary" type="submit" form="make-backup" loading={make.isPending}>
            {t('make.start')}
          </Button>
        </>
      }
    >
      <form
        id="make-backup"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!make.isPending) submit()
        }}
      >
        <TextField
          ref={field}
          type="password"
          label={t('make.passphrase')}
          description={t('make.passphraseNote', { count })}
          error={isAttempted && isShort ? t('make.tooShort', { count }) : undefined}
          maxLength={PASSPHRASE.max}
          value={first}
          onValueChange={setFirst}
        />
        <TextField
          type="password"
          label={t('make.again')}
          error={isAttempted && !isShort && first !== again ? t('make.differs') : undefined}
          maxLength={PASSPHRASE.max}
          value={again}
          onValueChange={setAgain}
        />
        {make.isPending && <BackupProgress step="writing" label={t('make.writing')} />}
        <BackupError error={make.error} />
      </form>
    </Dialog>
  )
}
