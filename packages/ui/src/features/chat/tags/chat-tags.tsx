import type { Conversation } from '@gatehouse/domain'
import { isSameTag, TAG_LIMITS, tagFrom } from '@gatehouse/domain/chats'
import { Pencil, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button, Checkbox, Dialog, IconButton, TextField, TitleField } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction, useConversations } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useTags } from './use-tags.ts'

/** Which tags a chat has, and what the tags of all chats are called. */
export function ChatTags() {
  const overlay = useUi((ui) => ui.overlay)
  const chats = useConversations().data
  const id = overlay?.kind === 'chat-tags' ? overlay.conversationId : undefined
  const chat = chats?.find((one) => one.id === id)
  return chat ? <TagsDialog chat={chat} /> : null
}

function TagsDialog({ chat }: { chat: Conversation }) {
  const t = useT('chat')
  const show = useUi((ui) => ui.show)
  const tags = useTags()
  const { mutate } = useAction('chat.set-tags')
  const set = (next: readonly string[]) => mutate({ id: chat.id, tags: [...next] })
  const own = chat.tags ?? []
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => !open && show(null)}
      title={t('library.tags.title', { title: oneLine(chat.title, 60) || t('untitled') })}
      footer={<Button onClick={() => show(null)}>{t('library.tags.done')}</Button>}
    >
      <div className="flex flex-col gap-3">
        {tags.length === 0 ? (
          <p className="text-note text-fg-2">{t('library.tags.none')}</p>
        ) : (
          <ul
            aria-label={t('library.tags.list')}
            className="flex max-h-60 flex-col gap-0.5 overflow-y-auto"
          >
            {tags.map((tag) => (
              <TagRow
                key={tag}
                tag={tag}
                isOn={own.includes(tag)}
                isFull={own.length >= TAG_LIMITS.count}
                onChange={(isOn) => set(isOn ? [...own, tag] : own.filter((one) => one !== tag))}
              />
            ))}
          </ul>
        )}
        <NewTag own={own} known={tags} onAdd={(tag) => set([...own, tag])} />
      </div>
    </Dialog>
  )
}

interface TagRowProps {
  tag: string
  isOn: boolean
  isFull: boolean
  onChange: (isOn: boolean) => void
}

function TagRow({ tag, isOn, isFull, onChange }: TagRowProps) {
  const t = useT('chat')
  const [renaming, setRenaming] = useState(false)
  const { mutate: change } = useAction('chat.change-tag')
  const count = useConversations().data?.filter((chat) => chat.tags?.includes(tag)).length ?? 0
  const label = oneLine(tag)
  if (renaming)
    return (
      <li>
        <TitleField
          className="h-7 w-full text-body"
          label={t('library.tags.renameLabel', { tag: label })}
          value={tag}
          maxLength={TAG_LIMITS.characters}
          onSave={(next) => {
            const name = tagFrom(next)
            if (name !== null) change({ tag, next: name })
          }}
          onClose={() => setRenaming(false)}
        />
      </li>
    )
  return (
    <li className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <Checkbox
          label={label}
          checked={isOn}
          disabled={!isOn && isFull}
          onCheckedChange={onChange}
        />
      </div>
      <span className="text-small text-fg-3">{t('library.tags.chats', { count })}</span>
      <IconButton
        size="small"
        icon={Pencil}
        label={t('library.tags.rename', { tag: label })}
        onClick={() => setRenaming(true)}
      />
      <IconButton
        size="small"
        icon={Trash2}
        label={t('library.tags.remove', { tag: label })}
        onClick={() => change({ tag, next: null })}
      />
    </li>
  )
}

interface NewTagProps {
  own: readonly string[]
  known: readonly string[]
  onAdd: (tag: string) => void
}

function NewTag({ own, known, onAdd }: NewTagProps) {
  const t = useT('chat')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const typed = tagFrom(text)
    if (typed === null || text.trim().length > TAG_LIMITS.characters)
      return setProblem(t('library.tags.invalid', { count: TAG_LIMITS.characters }))
    if (own.length >= TAG_LIMITS.count)
      return setProblem(t('library.tags.tooMany', { count: TAG_LIMITS.count }))
    // One that is there in other letters is that one.
    onAdd(known.find((one) => isSameTag(one, typed)) ?? typed)
    setText('')
    setProblem(undefined)
  }
  return (
    <form onSubmit={add} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={t('library.tags.name')}
          value={text}
          error={problem}
          onValueChange={setText}
        />
      </div>
      <Button type="submit">{t('library.tags.add')}</Button>
    </form>
  )
}
