import { useEffect } from 'react'
import { isSecretName, type ServerView } from '@gatehouse/domain'
import { variableEffect } from '@gatehouse/domain/launch'
import type { Mend } from '@gatehouse/domain/doctor'
import { useAction } from '../../../lib/queries/index.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { pendingMendKey } from '../../../lib/servers/pending-mend.ts'
import { useUi, useUiStore } from '../../../lib/ui-store.tsx'
import { emptyRow, formOf, newKey, type ServerFormState } from '../form/server-form-state.ts'
import { pendingUpdateKey } from '../install/pending-update.ts'
import { settingPlaceKey, type SettingPlace } from './focused-setting.ts'

/**
 * Does what a mend is: opens the settings where it is typed, with what is known filled in and nothing saved, or starts
 * the server. What runs is changed by the review of the settings alone.
 */
export function useMend({ config }: ServerView): (mend: Mend) => void {
  const store = useUiStore()
  const setTab = useUi((ui) => ui.setServerTab)
  const start = useAction('server.start')
  const signIn = useAction('server.sign-in-again')
  const { id } = config
  return (mend) => {
    if (mend.kind === 'start') return start.mutate({ id })
    if (mend.kind === 'sign-in') return signIn.mutate({ id })
    if (mend.kind === 'install') {
      store.getState().keep(pendingUpdateKey(id), true)
      return setTab('overview')
    }
    const place = `settings ${id}`
    const { kept, keep } = store.getState()
    const typed = kept[place] as ServerFormState | undefined
    const form = typed ?? formOf(config)
    const changed = withMend(form, mend)
    if (changed !== form) keep(place, changed)
    keep(settingPlaceKey(id), placeOf(mend))
    setTab('settings')
  }
}

/** Does what was chosen for this server in another section, once its page is drawn. */
export function usePendingMend(view: ServerView): void {
  const [pending, keep] = useRetainedState<Mend>(pendingMendKey(view.config.id))
  const mend = useMend(view)
  useEffect(() => {
    if (pending === undefined) return
    keep(undefined)
    mend(pending)
  })
}

type Edit = Exclude<Mend, { kind: 'start' | 'sign-in' | 'install' }>

function placeOf(mend: Edit): SettingPlace {
  if (mend.kind === 'start-limit') return { setting: 'start-limit' }
  return mend.kind === 'set-variable'
    ? { setting: 'env', name: mend.name }
    : { setting: mend.field }
}

/** The form with the name of a variable or option that is not in it yet. */
export function withMend(form: ServerFormState, mend: Edit): ServerFormState {
  if (mend.kind === 'set-variable') {
    if (form.env.some(({ name }) => name === mend.name)) return form
    const secret =
      variableEffect(mend.name) === null && (mend.value === undefined || isSecretName(mend.name))
    const row = { ...emptyRow(), name: mend.name, value: mend.value ?? '', secret }
    return { ...form, env: [...form.env, row] }
  }
  if (mend.kind !== 'edit' || mend.option === undefined) return form
  const { option } = mend
  if (form.args.some(({ value }) => value === option || value.startsWith(`${option}=`))) return form
  return {
    ...form,
    args: [...form.args, { key: newKey(), value: option }, { key: newKey(), value: '' }],
  }
}
