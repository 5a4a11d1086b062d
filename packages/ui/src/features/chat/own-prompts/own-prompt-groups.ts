import type { Conversation } from '@gatehouse/domain'
import { promptVariables, type ChatPreset, type OwnPrompt } from '@gatehouse/domain/chats'
import { NotebookPen, SlidersHorizontal } from 'lucide-react'
import { useMemo } from 'react'
import { useToasts, type PaletteGroup } from '../../../kit/index.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction, useSettings } from '../../../lib/queries/index.ts'
import { verbatim, worded } from '../../../lib/words/worded.ts'
import type { Choice } from '../composer/attach-request.ts'
import type { AttachRequest } from '../composer/use-attaching.ts'
import { useOwnPromptWords } from './own-prompt-words.ts'

/** The person's own rows behind `/`: prompts first, presets last. */
export function useOwnPromptGroups(
  conversation: Conversation,
  onChoose: (choice: Choice) => void,
): { prompts: PaletteGroup[]; presets: PaletteGroup[] } {
  const t = useOwnPromptWords()
  const settings = useSettings().data
  const use = usePreset(conversation)
  const prompts = useMemo(
    (): PaletteGroup[] => [
      {
        label: t('group'),
        items: (settings?.ownPrompts ?? []).map((prompt) => ({
          id: `own ${prompt.id}`,
          label: oneLine(prompt.name, 80),
          description: oneLine(prompt.text, 160),
          icon: NotebookPen,
          onSelect: () =>
            onChoose({
              kind: 'own',
              prompt,
              variables: promptVariables(prompt.text),
              files: filesOf(prompt),
            }),
        })),
      },
    ],
    [settings?.ownPrompts, onChoose, t],
  )
  const presets = useMemo(
    (): PaletteGroup[] => [
      {
        label: t('presets'),
        items: (settings?.chatPresets ?? []).map((preset) => ({
          id: `preset ${preset.id}`,
          label: oneLine(preset.name, 80),
          description: oneLine(preset.setup.systemPrompt ?? '', 160),
          icon: SlidersHorizontal,
          onSelect: () => onChoose({ kind: 'act', act: () => use(preset) }),
        })),
      },
    ],
    [settings?.chatPresets, onChoose, use, t],
  )
  return { prompts: withRows(prompts), presets: withRows(presets) }
}

const filesOf = ({ id: promptId, files = [] }: OwnPrompt): AttachRequest[] =>
  files.map(({ id: fileId, name }) => ({ kind: 'prompt-file', file: { promptId, fileId }, name }))

const withRows = (groups: PaletteGroup[]): PaletteGroup[] =>
  groups.filter(({ items }) => items.length > 0)

/** Sets up the chat as a preset says. What the preset leaves open stays as it is. */
function usePreset({ id }: Conversation): (preset: ChatPreset) => void {
  const toasts = useToasts()
  const { perform: setSetup } = useAction('chat.set-setup')
  const { mutate: setModel } = useAction('chat.set-model')
  const { mutate: setServers } = useAction('chat.set-servers')
  return useMemo(
    () =>
      ({ name, setup, model, serverIds }: ChatPreset) => {
        setSetup({ id, setup }, () =>
          toasts.show({
            tone: 'success',
            title: worded('ownPrompts', (t) => t('presetUsed')),
            description: verbatim(oneLine(name, 80)),
            timeout: 2500,
          }),
        )
        if (model !== undefined) setModel({ id, model })
        if (serverIds !== undefined) setServers({ id, serverIds })
      },
    [id, setSetup, setModel, setServers, toasts],
  )
}
