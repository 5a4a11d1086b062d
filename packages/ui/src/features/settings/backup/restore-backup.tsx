import type { BackupFile, RestorePreview } from '@gatehouse/domain/backup'
import { useRef, useState } from 'react'
import { Button, Dialog, RevealText, TextField, useToasts } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { worded } from '../../../lib/words/worded.ts'
import { BackupError } from './backup-error.tsx'
import { BackupProgress } from './backup-progress.tsx'

interface RestoreBackupProps {
  file: BackupFile
  onClose: () => void
}

/** Opens a backup with its passphrase, shows what it brings, and restores it. */
export function RestoreBackup({ file, onClose }: RestoreBackupProps) {
  const t = useT('backup')
  const common = useT('common')
  const { moment } = useFormats()
  const toasts = useToasts()
  const field = useRef<HTMLInputElement>(null)
  const [passphrase, setPassphrase] = useState('')
  const unpack = useAction('backup.unpack', { quiet: true })
  const cancel = useAction('backup.cancel')
  const restore = useAction('backup.restore', {
    quiet: true,
    onSuccess({ outcome }) {
      if (outcome === 'restarting') return
      toasts.show({ tone: 'info', title: worded('backup', (to) => to('restore.cancelled')) })
    },
  })
  const end = (): void => {
    cancel.mutate({})
    if (!unpack.isPending) onClose()
  }
  const preview = unpack.data
  return (
    <Dialog
      open
      dismissible={!unpack.isPending}
      initialFocus={field}
      onOpenChange={(open) => !open && end()}
      title={t('restore.title')}
      description={<RevealText text={file.name} />}
      footer={
        <>
          <Button onClick={end}>{common('actions.cancel')}</Button>
          {preview ? (
            <Button variant="danger" loading={restore.isPending} onClick={() => restore.mutate({})}>
              {t('restore.start')}
            </Button>
          ) : (
            <Button
              variant="primary"
              type="submit"
              form="open-backup"
              disabled={passphrase === ''}
              loading={unpack.isPending}
            >
              {t('restore.unlock')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-body">
        <p className="text-note text-fg-2">
          {t('restore.from', { at: moment(file.madeAt), app: file.app })}
        </p>
        {preview ? (
          <Preview preview={preview} />
        ) : (
          <form
            id="open-backup"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (passphrase !== '' && !unpack.isPending) unpack.mutate({ passphrase })
            }}
          >
            <TextField
              ref={field}
              type="password"
              label={t('restore.passphrase')}
              maxLength={1000}
              value={passphrase}
              onValueChange={setPassphrase}
            />
          </form>
        )}
        {unpack.isPending && <BackupProgress step="reading" label={t('restore.reading')} />}
        <BackupError error={unpack.error ?? restore.error} />
      </div>
    </Dialog>
  )
}

function Preview({ preview }: { preview: RestorePreview }) {
  const t = useT('backup')
  const { number } = useFormats()
  const { chats, servers, providers, permissions, secrets } = preview
  const missing = servers.filter(({ isHere }) => !isHere)
  return (
    <div className="flex flex-col gap-3" data-testid="restore-preview">
      <ul className="list-disc pl-4">
        <li>
          {t('restore.replaces', { now: number(chats.now), restored: number(chats.restored) })}
        </li>
        <li>{t('restore.servers', { count: servers.length })}</li>
        <li>{t('restore.models', { count: providers.length })}</li>
        <li>{t('restore.permissions', { count: permissions })}</li>
      </ul>
      {missing.length > 0 && (
        <p>
          <RevealText
            text={t('restore.notHere', {
              count: missing.length,
              names: missing.map(({ name }) => name).join(', '),
            })}
          />
        </p>
      )}
      {secrets.length === 0 ? (
        <p>{t('restore.noSecrets')}</p>
      ) : (
        <section>
          <h3 className="font-semibold">{t('restore.secrets')}</h3>
          <ul
            className="max-h-40 list-disc overflow-y-auto pl-4"
            tabIndex={0}
            aria-label={t('restore.secrets')}
          >
            {secrets.map(({ owner, count }, index) => (
              <li key={index}>
                <RevealText
                  text={t('restore.secretsOf', { owner: owner || t('restore.network'), count })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-note text-fg-2">{t('restore.record')}</p>
    </div>
  )
}
