import type { PromptText } from '@gatehouse/domain/chats'
import { RevealText, ShowWholeText } from '../../../kit/index.ts'
import { useOwnPromptWords } from './own-prompt-words.ts'

/** Names and whole texts of the prompts of a file, before they are imported. Hidden characters are revealed. */
export function PromptsOfFile({ prompts }: { prompts: readonly PromptText[] }) {
  const t = useOwnPromptWords()
  return (
    <ul
      tabIndex={0}
      aria-label={t('ofFile')}
      className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto rounded-md border border-line px-3"
    >
      {prompts.map(({ name, text }, index) => (
        <li key={`${index} ${name}`} className="flex flex-col gap-1 py-2">
          <p className="font-medium wrap-anywhere">
            <RevealText text={name} />
          </p>
          <div className="text-small wrap-anywhere whitespace-pre-wrap text-fg-2">
            <ShowWholeText>
              <RevealText text={text} />
            </ShowWholeText>
          </div>
        </li>
      ))}
    </ul>
  )
}
