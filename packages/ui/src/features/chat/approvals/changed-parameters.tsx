import type { ChangedParameter } from '@gatehouse/domain/chats'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** Names of the parameters in the chat settings. */
export const PARAMETER_NAMES = {
  temperature: 'setup.temperature',
  maxOutputTokens: 'setup.maxTokens',
  reasoningEffort: 'setup.effort',
  stopSequences: 'setup.stop',
} as const

/** Parameters that the model was sent in place of the chat's. */
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
