import type { ChangedParameter } from '@gatehouse/domain/chats'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'

/** How the settings of the chat call them. */
export const PARAMETER_NAMES = {
  temperature: 'setup.temperature',
  maxOutputTokens: 'setup.maxTokens',
  reasoningEffort: 'setup.effort',
  stopSequences: 'setup.stop',
} as const

/** What the model was sent in place of what the chat has. */
export function ChangedParameters({ changed }: { changed: readonly ChangedParameter[] }) {
  const t = useT('chat')
  const { number, list } = useFormats()
  const changes = changed.map(({ name, value }) =>
    t('setup.changedTo', {
      name: t(PARAMETER_NAMES[name]),
      value: typeof value === 'number' ? number(value) : t(`setup.efforts.${value}`),
    }),
  )
  return <p className="text-small text-fg-2">{t('setup.changed', { list: list(changes) })}</p>
}
