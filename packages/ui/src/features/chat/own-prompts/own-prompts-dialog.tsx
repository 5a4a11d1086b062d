import {
  OWN_PROMPT_LIMITS,
  promptVariables,
  readPromptFile,
  sizeOfBase64,
  type OwnPrompt,
  type PromptFile,
  type PromptText,
} from '@gatehouse/domain/chats'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState, type FormEvent } from 'react'
import {
  Button,
  Dialog,
  IconButton,
  RevealText,
  TextArea,
  TextField,
  useToasts,
  ShowWholeText,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction, useSettings } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { verbatim, worded, wordedError } from '../../../lib/words/worded.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import '../result-shapes/result-words.ts'
import { useOwnPromptWords } from './own-prompt-words.ts'
import { PromptFilesField } from './prompt-files-field.tsx'

/** The prompts of the person: created, changed, removed, and as files. */
export function OwnPrompts() {
  const isOpen = useUi((ui) => ui.overlay?.kind === 'own-prompts')
  return isOpen ? <OwnPromptsDialog /> : null
}

const noPrompts: readonly OwnPrompt[] = []

function OwnPromptsDialog() {
  const t = useOwnPromptWords()
  const show = useUi((ui) => ui.show)
  const prompts = useSettings().data?.ownPrompts ?? noPrompts
  /** `null`: the list; an empty one: a new prompt. */
  const [edited, setEdited] = useState<Partial<OwnPrompt> | null>(null)
  /** Prompts of a file that the person looks at before the import. */
  const [read, setRead] = useState<readonly PromptText[] | null>(null)
  const form = useId()
  if (read) return <ImportDialog prompts={read} onClose={() => setRead(null)} />
  return (
    <Dialog
      open
      size="medium"
      // A half-written prompt is not lost by a press beside it.
      dismissible={edited === null}
      onOpenChange={(open) => !open && show(null)}
      title={t('title')}
      description={t('note', { example: '{{name}}' })}
      footer={
        edited ? (
          <>
            <Button onClick={() => setEdited(null)}>{t('cancel')}</Button>
            <Button type="submit" form={form} variant="primary">
              {t('save')}
            </Button>
          </>
        ) : (
          <>
            <PromptFiles prompts={prompts} onRead={setRead} />
            <Button variant="primary" onClick={() => show(null)}>
              {t('done')}
            </Button>
          </>
        )
      }
    >
      {edited ? (
        <PromptForm id={form} prompt={edited} onSaved={() => setEdited(null)} />
      ) : (
        <PromptList prompts={prompts} onEdit={setEdited} />
      )}
    </Dialog>
  )
}

interface PromptListProps {
  prompts: readonly OwnPrompt[]
  onEdit: (prompt: Partial<OwnPrompt>) => void
}

function PromptList({ prompts, onEdit }: PromptListProps) {
  const t = useOwnPromptWords()
  const remove = useAction('own-prompt.remove')
  return (
    <div className="flex flex-col gap-3">
      {prompts.length === 0 ? (
        <p className="text-note text-fg-2">{t('none')}</p>
      ) : (
        <ul
          aria-label={t('list')}
          className="flex max-h-80 flex-col divide-y divide-line overflow-y-auto"
        >
          {prompts.map((prompt) => {
            const name = oneLine(prompt.name, 80)
            return (
              <li key={prompt.id} className="flex items-center gap-1 py-1.5">
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">
                    <RevealText text={name} wrap={false} />
                  </p>
                  <p className="truncate text-small text-fg-2">
                    <RevealText text={oneLine(prompt.text, 160)} wrap={false} />
                  </p>
                  {prompt.files && (
                    <p className="text-small text-fg-3">
                      {t('fileCount', { count: prompt.files.length })}
                    </p>
                  )}
                </div>
                <IconButton
                  size="small"
                  icon={Pencil}
                  label={t('editOne', { name })}
                  onClick={() => onEdit(prompt)}
                />
                <IconButton
                  size="small"
                  icon={Trash2}
                  label={t('remove', { name })}
                  onClick={() => remove.mutate({ id: prompt.id })}
                />
              </li>
            )
          })}
        </ul>
      )}
      <Button icon={Plus} className="self-start" onClick={() => onEdit({})}>
        {t('new')}
      </Button>
    </div>
  )
}

interface PromptFormProps {
  id: string
  prompt: Partial<OwnPrompt>
  onSaved: () => void
}

function PromptForm({ id: form, prompt, onSaved }: PromptFormProps) {
  const t = useOwnPromptWords()
  const { list } = useFormats()
  const [name, setName] = useState(prompt.name ?? '')
  const [text, setText] = useState(prompt.text ?? '')
  const [files, setFiles] = useState<readonly PromptFile[]>(prompt.files ?? [])
  const [isTried, setIsTried] = useState(false)
  const save = useAction('own-prompt.save', { onSuccess: onSaved })
  const { name: maxName, text: maxText } = OWN_PROMPT_LIMITS
  const isNamed = name.trim() !== '' && name.trim().length <= maxName
  const hasText = text.trim() !== '' && text.length <= maxText
  const variables = promptVariables(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isNamed || !hasText || save.isPending) return
    save.mutate({
      ...(prompt.id === undefined ? {} : { id: prompt.id }),
      name: name.trim(),
      text,
      ...(files.length > 0 && { fileIds: files.map(({ id }) => id) }),
    })
  }
  return (
    <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        autoFocus
        label={t('name')}
        value={name}
        error={isTried && !isNamed ? t('nameMissing', { count: maxName }) : undefined}
        onValueChange={setName}
      />
      <TextArea
        label={t('text')}
        minRows={6}
        maxRows={14}
        value={text}
        description={
          variables.length === 0
            ? t('textNoVariables')
            : t('textNote', { names: list(variables.slice(0, 20)) })
        }
        error={isTried && !hasText ? t('textMissing', { count: maxText }) : undefined}
        onValueChange={setText}
      />
      <PromptFilesField promptId={prompt.id} files={files} onChange={setFiles} />
    </form>
  )
}

interface ImportDialogProps {
  prompts: readonly PromptText[]
  onClose: () => void
}

function ImportDialog({ prompts, onClose }: ImportDialogProps) {
  const t = useOwnPromptWords()
  const toasts = useToasts()
  const add = useAction('own-prompt.import')
  const keep = useKeptDrafts()
  const [isReading, setReading] = useState(false)
  const count = prompts.length
  const start = async (): Promise<void> => {
    setReading(true)
    try {
      add.perform({ prompts: await keep(prompts) }, () => {
        toasts.show({
          tone: 'success',
          title: worded('ownPrompts', (to) => to('imported', { count })),
        })
        onClose()
      })
    } catch (error) {
      toasts.show({ tone: 'danger', title: wordedError(error) })
    } finally {
      setReading(false)
    }
  }
  return (
    <Dialog
      open
      size="medium"
      onOpenChange={(open) => !open && onClose()}
      title={t('ofFile')}
      description={t('ofFileNote')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            disabled={add.isPending || isReading}
            onClick={() => void start()}
          >
            {t('importAll', { count })}
          </Button>
        </>
      }
    >
      <PromptsOfFile prompts={prompts} />
    </Dialog>
  )
}

/** Hands the files of prompts to main, and names them in the prompts. */
function useKeptDrafts() {
  const { request } = useBridge()
  return async (prompts: readonly PromptText[]) => {
    const drafts = []
    for (const { name, text, files = [] } of prompts) {
      const fileIds: string[] = []
      for (const { data, ...file } of files) {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
        fileIds.push((await request('own-prompt.keep-file', { ...file, bytes })).id)
      }
      drafts.push({ name, text, ...(fileIds.length > 0 && { fileIds }) })
    }
    return drafts
  }
}

interface PromptFilesProps {
  prompts: readonly OwnPrompt[]
  onRead: (prompts: readonly PromptText[]) => void
}

/** Prompts to a file and from one. */
function PromptFiles({ prompts, onRead }: PromptFilesProps) {
  const t = useOwnPromptWords()
  const input = useRef<HTMLInputElement>(null)
  const toasts = useToasts()
  const { perform: save, isPending } = useAction('own-prompt.export')
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const read = file.size > OWN_PROMPT_LIMITS.exported ? null : readPromptFile(await file.text())
    if (read) onRead(read)
    else toasts.show({ tone: 'danger', title: worded('ownPrompts', (to) => to('notPrompts')) })
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        data-testid="prompts-file"
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>{t('import')}</Button>
      <Button
        className="mr-auto"
        disabled={prompts.length === 0 || isPending}
        onClick={() =>
          save(
            { name: t('fileName') },
            (written) =>
              written &&
              toasts.show({
                tone: 'success',
                title: worded('resultShapes', (to) => to('saved')),
                description: verbatim(written.path),
              }),
          )
        }
      >
        {t('export')}
      </Button>
    </>
  )
}

/** Names and whole texts of the prompts of a file, before they are imported. Hidden characters are revealed. */
function PromptsOfFile({ prompts }: { prompts: readonly PromptText[] }) {
  const t = useOwnPromptWords()
  const { bytes } = useFormats()
  return (
    <ul
      tabIndex={0}
      aria-label={t('ofFile')}
      className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto rounded-md border border-line px-3"
    >
      {prompts.map(({ name, text, files = [] }, index) => (
        <li key={`${index} ${name}`} className="flex flex-col gap-1 py-2">
          <p className="font-medium wrap-anywhere">
            <RevealText text={name} />
          </p>
          <div className="text-small wrap-anywhere whitespace-pre-wrap text-fg-2">
            <ShowWholeText>
              <RevealText text={text} />
            </ShowWholeText>
          </div>
          {files.map((file, at) => (
            <p key={`${at} ${file.name}`} className="text-small wrap-anywhere text-fg-3">
              <RevealText
                text={t('fileSize', {
                  name: oneLine(file.name, 120),
                  size: bytes(sizeOfBase64(file.data)),
                })}
              />
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}
