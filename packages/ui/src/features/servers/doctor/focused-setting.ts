import { useEffect, useRef, type RefObject } from 'react'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'

/** A field of a server's settings; `name`: the row of it that is meant. */
export interface SettingPlace {
  setting:
    | 'command'
    | 'args'
    | 'cwd'
    | 'url'
    | 'env'
    | 'headers'
    | 'client'
    | 'network'
    | 'start-limit'
  name?: string | undefined
}

/** Where the place is kept until the settings are drawn. */
export const settingPlaceKey = (serverId: string): string => `focus ${serverId}`

/** Focuses the field that was asked for, once, in the element that the result is set on. */
export function useFocusedSetting(serverId: string): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null)
  const [place, keep] = useRetainedState<SettingPlace>(settingPlaceKey(serverId))
  useEffect(() => {
    if (place === undefined || container.current === null) return
    const field = fieldOf(container.current, place)
    field?.closest('details')?.setAttribute('open', '')
    field?.focus()
    field?.scrollIntoView?.({ block: 'center' })
    keep(undefined)
  }, [place, keep])
  return container
}

function fieldOf(container: HTMLElement, { setting, name }: SettingPlace): HTMLElement | undefined {
  const box = [...container.querySelectorAll<HTMLElement>('[data-setting]')].find(
    (element) => element.dataset['setting'] === setting,
  )
  const row = [...(box?.querySelectorAll<HTMLElement>('[data-name]') ?? [])].find(
    (element) => element.dataset['name'] === name,
  )
  // Of a row the value, of arguments the last one, of all else the first field.
  if (row) return [...row.querySelectorAll('input')][1]
  const fields = [...(box?.querySelectorAll<HTMLElement>('input, textarea, [role=combobox]') ?? [])]
  return (
    (setting === 'args' ? fields.at(-1) : fields[0]) ?? box?.querySelector('button') ?? undefined
  )
}
