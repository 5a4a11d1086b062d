import { FolderDown, FolderSearch } from 'lucide-react'
import { Button, classNames, Icon } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'

interface DropZoneProps {
  /** There are no folders yet. */
  empty: boolean
  /** Something that can be dropped is over the screen. */
  over: boolean
  onChoose: () => void
  onSearch: () => void
}

/** Where folders are dropped, with two other ways to add some for those who do not drag. */
export function DropZone({ empty, over, onChoose, onSearch }: DropZoneProps) {
  const t = useT('workspaces')
  return (
    <div
      className={classNames(
        'flex flex-col items-center justify-center rounded-xl border border-dashed px-6 text-center transition-colors duration-100',
        empty ? 'py-14' : 'py-7',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-card/60',
      )}
    >
      <Icon icon={FolderDown} size={20} className={over ? 'text-accent' : 'text-fg-3'} />
      {empty && !over && <p className="mt-2.5 text-body font-medium">{t('noFolders')}</p>}
      <p className="mt-1.5 text-body text-fg">{t(over ? 'dropNow' : 'drop')}</p>
      <Button size="small" className="mt-2" onClick={onChoose}>
        {t('chooseFolders')}
      </Button>
      <Button
        size="small"
        variant="ghost"
        icon={FolderSearch}
        onClick={onSearch}
        className="mt-1.5"
      >
        {t('findProjects')}
      </Button>
    </div>
  )
}
