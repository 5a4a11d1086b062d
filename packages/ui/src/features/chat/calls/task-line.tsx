import type { CallTask } from '@gatehouse/domain'
import { RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** That a running call is a task of its server, what that means, and what the server reports of it. */
export function TaskLine({ task }: { task: CallTask }) {
  const t = useT('tasks')
  const { duration } = useFormats()
  const interval = duration(task.pollIntervalMs)
  const words = task.unreachable
    ? t('card.unreachable')
    : t(task.status === 'input_required' ? 'card.input' : 'card.runs', { interval })
  return (
    <p className="text-small text-fg-3">
      {words}
      {task.statusMessage !== undefined && (
        <span className="block text-fg-2">
          <RevealText text={oneLine(task.statusMessage)} wrap={false} />
        </span>
      )}
    </p>
  )
}
