import { Tag } from 'lucide-react'
import { IconButton, Menu, type MenuEntry } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

interface TagFilterProps {
  tags: readonly string[]
  value: string | null
  onChange: (tag: string | null) => void
}

/** Which chats are listed and searched: those with one tag, or all. */
export function TagFilter({ tags, value, onChange }: TagFilterProps) {
  const t = useT('chat')
  if (tags.length === 0) return null
  const choice = (label: string, tag: string | null): MenuEntry => ({
    kind: 'check',
    closes: true,
    label,
    checked: tag === value,
    onCheckedChange: () => onChange(tag),
  })
  const words =
    value === null ? t('library.tags.filter') : t('library.tags.filterOn', { tag: oneLine(value) })
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          icon={Tag}
          label={words}
          className={value === null ? undefined : 'text-accent'}
        />
      }
      entries={[
        choice(t('library.tags.all'), null),
        { kind: 'separator' },
        ...tags.map((tag) => choice(oneLine(tag), tag)),
      ]}
    />
  )
}
