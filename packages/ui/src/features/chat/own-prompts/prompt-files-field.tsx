import { OWN_PROMPT_LIMITS, type PromptFile } from '@gatehouse/domain/chats'
import { FileText, Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, Icon, IconButton, RevealText } from '../../../kit/index.ts'
import { BridgeError } from '../../../lib/bridge/bridge-error.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useFormats } from '../../../lib/formats/formats.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useSettings } from '../../../lib/queries/index.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useOwnPromptWords } from './own-prompt-words.ts'

interface PromptFilesFieldProps {
  /** The prompt that has them; absent for a new one. */
  promptId: string | undefined
  files: readonly PromptFile[]
  onChange: (change: (files: readonly PromptFile[]) => readonly PromptFile[]) => void
}

const MEGABYTE = 1_000_000
const { files: MAX_FILES, fileBytes, allFileBytes } = OWN_PROMPT_LIMITS

/** The files of a prompt. Their bytes are kept at once; the prompt has them once it is saved. */
export function PromptFilesField({ promptId, files, onChange }: PromptFilesFieldProps) {
  const t = useOwnPromptWords()
  const { bytes } = useFormats()
  const words = useErrorWords()
  const keep = useKeepFile()
  const input = useRef<HTMLInputElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const prompts = useSettings().data?.ownPrompts ?? []
  const ofOthers = prompts.filter(({ id }) => id !== promptId).flatMap((one) => one.files ?? [])
  const take = async (chosen: readonly File[]): Promise<void> => {
    const free = MAX_FILES - files.length
    const count = chosen.length - free
    setProblems(count > 0 ? [t('filesLeftOut', { count, max: MAX_FILES })] : [])
    setBusy(true)
    let room = allFileBytes - sizeOf(ofOthers) - sizeOf(files)
    for (const file of chosen.slice(0, free)) {
      try {
        const kept = await keep(file, room)
        room -= kept.kept.bytes
        onChange((all) => [...all, kept])
      } catch (error) {
        const problem = words(error instanceof Error ? error : new Error(String(error)))
        const name = oneLine(file.name, 80)
        setProblems((all) => [...all, t('fileFailed', { name, problem })])
      }
    }
    setBusy(false)
  }
  const remove = (id: string): void => {
    onChange((all) => all.filter((file) => file.id !== id))
    add.current?.focus()
  }
  return (
    <div role="group" aria-label={t('files')} className="flex flex-col gap-1.5">
      <p className="text-note font-medium text-fg-2">{t('files')}</p>
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {files.map(({ id, name, kept }) => (
            <li
              key={id}
              className="flex h-control max-w-full min-w-0 items-center gap-1.5 rounded-lg border border-line bg-sunken pr-0.5 pl-2.5 text-small"
            >
              <Icon icon={FileText} size={14} className="text-fg-2" />
              <span className="min-w-0 truncate font-medium">
                <RevealText text={oneLine(name, 120)} wrap={false} />
              </span>
              <span className="shrink-0 text-fg-2 tabular-nums">{bytes(kept.bytes)}</span>
              <IconButton
                size="small"
                icon={X}
                label={t('removeFile', { name: oneLine(name, 80) })}
                onClick={() => remove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="prompt-file-input"
        onChange={({ target }) => {
          void take([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button
        ref={add}
        size="small"
        icon={Paperclip}
        className="self-start"
        loading={isBusy}
        disabled={files.length >= MAX_FILES}
        onClick={() => input.current?.click()}
      >
        {t('addFiles')}
      </Button>
      <p className="text-small text-fg-3">
        {t('filesNote', { count: MAX_FILES, megabytes: fileBytes / MEGABYTE })}
      </p>
      {problems.map((problem) => (
        <p key={problem} role="alert" className="text-small text-danger">
          <RevealText text={problem} />
        </p>
      ))}
    </div>
  )
}

/** Hands the bytes of a file to main. `room`: bytes that all prompts may still have. */
function useKeepFile(): (file: File, room: number) => Promise<PromptFile> {
  const { request } = useBridge()
  return async (file, room) => {
    const limit = Math.min(fileBytes, room)
    if (file.size > limit)
      throw new BridgeError({
        code: 'attachment/file-too-large',
        message: 'This file is too large.',
        data: { megabytes: Math.floor(limit / 10_000) / 100 },
      })
    const bytes = new Uint8Array(await file.arrayBuffer())
    return request('own-prompt.keep-file', { name: file.name, mimeType: file.type, bytes })
  }
}

const sizeOf = (files: readonly PromptFile[]): number =>
  files.reduce((sum, { kept }) => sum + kept.bytes, 0)
