import type { RouteInput } from '@gatehouse/contract'
import { useToasts } from '../../../kit/index.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { verbatim, worded } from '../../../lib/words/worded.ts'
import './result-words.ts'

/** Writes a text to a file that the person picks, and says where it is. */
export function useSaveText(): (input: RouteInput<'chat.save-text'>) => void {
  const { show } = useToasts()
  const { perform } = useAction('chat.save-text', {
    quiet: true,
    onError: () => show({ tone: 'danger', title: worded('resultShapes', (t) => t('notSaved')) }),
  })
  return (input) =>
    perform(
      input,
      (written) =>
        written &&
        show({
          tone: 'success',
          title: worded('resultShapes', (t) => t('saved')),
          description: verbatim(written.path),
        }),
    )
}
