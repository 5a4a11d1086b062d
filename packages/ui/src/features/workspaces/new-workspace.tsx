import { useId, useRef, useState, type FormEvent } from 'react'
import { Button, Dialog, TextField } from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { useT } from '../../lib/words/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { addToWorkspaceList } from './workspace-actions.ts'

/** Asks for the name of a new workspace, and opens it. */
export function NewWorkspace() {
  const open = useUi((ui) => ui.overlay?.kind === 'new-workspace')
  return open ? <NameDialog /> : null
}

function NameDialog() {
  const t = useT('workspaces')
  const common = useT('common')
  const show = useUi((ui) => ui.show)
  const openWorkspace = useUi((ui) => ui.openWorkspace)
  const { cache } = useBridge()
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const create = useAction('workspace.create', {
    onSuccess: (workspace) => {
      addToWorkspaceList(cache, workspace)
      show(null)
      openWorkspace(workspace.id)
    },
  })
  const given = name.trim()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (given !== '' && !create.isPending) create.mutate({ name: given })
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || show(null)}
      title={t('new')}
      description={t('newNote')}
      size="small"
      initialFocus={field}
      footer={
        <>
          <Button onClick={() => show(null)}>{common('actions.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={given === ''}
            loading={create.isPending}
          >
            {t('create')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField
          ref={field}
          label={t('name')}
          placeholder={t('namePlaceholder')}
          maxLength={80}
          value={name}
          onValueChange={setName}
        />
      </form>
    </Dialog>
  )
}
