import type { Conversation } from '@gatehouse/domain'
import { useState } from 'react'
import { Button } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { ChatSetupSheet } from '../markdown/lazy-parts.tsx'

/** That a file came with words and settings for a model: none gets them before the person read and saved them. */
export function FileSetupNote({ conversation }: { conversation: Conversation }) {
  const t = useT('chat')
  const [isOpen, setOpen] = useState(false)
  const { mutate } = useAction('chat.remove-file-setup')
  const { id, setup, fileSetup } = conversation
  if (!fileSetup) return null
  const { toolsOff, toolsPinned } = setup ?? {}
  const remove = () => mutate({ id })
  return (
    <div
      data-testid="file-setup-note"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-sunken px-5 py-2"
    >
      <p className="min-w-60 flex-1 text-small text-pretty text-fg-2">
        {t(fileSetup.systemPrompt === undefined ? 'setup.inFile' : 'setup.promptInFile')}
      </p>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('setup.showOfFile')}
      </Button>
      <Button size="small" onClick={remove}>
        {t('setup.removeOfFile')}
      </Button>
      {isOpen && (
        <ChatSetupSheet
          conversation={conversation}
          proposal={{ ...fileSetup, toolsOff, toolsPinned }}
          onSaved={remove}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
