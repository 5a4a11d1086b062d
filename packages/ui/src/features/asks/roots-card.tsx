import type { RootsAsk } from '@gatehouse/domain'
import { FolderTree } from 'lucide-react'
import {
  Button,
  CardFooter,
  CardSection,
  Checkbox,
  classNames,
  EmptyState,
  RevealText,
} from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { AskShell } from './ask-shell.tsx'
import { useAnswerControl } from './use-answer-control.ts'
import { RefuseButton } from '../../lib/keys/refuse-button.tsx'

type Folder = RootsAsk['folders'][number]

const none: readonly string[] = []

/** A server wants to know the person's folders. Nothing is ticked until the person does. */
export function RootsCard({ ask, inline }: { ask: RootsAsk; inline: boolean }) {
  const t = useT('asks')
  const control = useAnswerControl(ask)
  const { answer, answered, sending, acceptsInput } = control
  const keys = control.hasKeys
  const goTo = useUi((ui) => ui.goTo)
  const draft = useUi((ui) => ui.askDrafts[ask.id]?.share) ?? none
  const keep = useUi((ui) => ui.changeAskDraft)
  const paths = [...new Set(ask.folders.map((folder) => folder.path))]
  const groups = groupFolders(ask.folders)
  const ticked = new Set(draft)
  const chosen = paths.filter((path) => ticked.has(path))
  const share = (list: readonly string[]) => answer({ kind: 'roots', share: [...list] })
  const shareChosen = () => {
    if (chosen.length > 0) share(chosen)
  }
  const tick = (some: readonly string[], on: boolean) =>
    keep(ask.id, { share: paths.filter((path) => (some.includes(path) ? on : ticked.has(path))) })
  const count = sending?.kind === 'roots' ? sending.share.length : undefined
  return (
    <AskShell
      ask={ask}
      inline={inline}
      control={control}
      keys={{ onMain: shareChosen, onRefuse: () => share([]) }}
      aside={t('roots.first')}
    >
      {paths.length === 0 ? (
        <CardSection>
          <EmptyState
            icon={FolderTree}
            title={t('roots.none')}
            description={t('roots.noneNote')}
            actions={
              <Button onClick={() => goTo('workspaces')}>{t('roots.openWorkspaces')}</Button>
            }
          />
        </CardSection>
      ) : (
        <>
          <CardSection className="flex max-h-[50vh] flex-col gap-3 overflow-y-auto">
            {groups.map((group) => (
              <Group
                key={group.id}
                group={group}
                alone={groups.length === 1}
                ticked={ticked}
                disabled={answered}
                onTick={tick}
              />
            ))}
          </CardSection>
          <CardSection padded={false} className="px-3 py-2 text-small text-fg-3">
            {t('roots.note', { server: ask.serverName })}
          </CardSection>
        </>
      )}
      <CardFooter
        aside={
          <RefuseButton
            hasKeys={keys}
            loading={count === 0}
            disabled={answered}
            onClick={() => share([])}
          >
            {t('roots.deny')}
          </RefuseButton>
        }
      >
        {paths.length > 0 && (
          <Button
            variant="primary"
            keys={keys ? 'Mod+Enter' : undefined}
            disabled={!acceptsInput || chosen.length === 0}
            loading={count !== undefined && count > 0}
            className={chosen.length > 0 ? 'disabled:opacity-100' : undefined}
            onClick={shareChosen}
          >
            {t('roots.share', { count: chosen.length })}
          </Button>
        )}
      </CardFooter>
    </AskShell>
  )
}

interface FolderGroup {
  id: string
  name: string
  folders: Folder[]
}

/** By workspace, in the order in which they come. */
function groupFolders(folders: readonly Folder[]): FolderGroup[] {
  const groups = new Map<string, FolderGroup>()
  for (const folder of folders) {
    const { workspaceId: id, workspaceName: name } = folder
    const group = groups.get(id) ?? { id, name, folders: [] }
    group.folders.push(folder)
    groups.set(id, group)
  }
  return [...groups.values()]
}

interface GroupProps {
  group: FolderGroup
  /** There is only this one. */
  alone: boolean
  ticked: ReadonlySet<string>
  disabled: boolean
  onTick: (paths: readonly string[], on: boolean) => void
}

function Group({ group, alone, ticked, disabled, onTick }: GroupProps) {
  const t = useT('asks')
  const paths = group.folders.map((folder) => folder.path)
  const on = paths.filter((path) => ticked.has(path)).length
  const hasHead = !alone || paths.length > 1
  return (
    <div role="group" aria-label={group.name} className="flex flex-col gap-1.5">
      {hasHead && (
        <Checkbox
          label={
            <span className="text-note font-medium text-fg-2">
              <RevealText
                text={alone ? t('roots.allFolders') : t('roots.all', { workspace: group.name })}
              />
            </span>
          }
          checked={on === paths.length}
          indeterminate={on > 0 && on < paths.length}
          disabled={disabled}
          onCheckedChange={(checked) => onTick(paths, checked)}
        />
      )}
      <div className={classNames('flex flex-col gap-1.5', hasHead && 'pl-6')}>
        {group.folders.map((folder) => (
          <Checkbox
            key={folder.path}
            label={<RevealText text={folder.name} />}
            description={
              <span className="font-mono wrap-anywhere">
                <RevealText text={folder.path} />
              </span>
            }
            checked={ticked.has(folder.path)}
            disabled={disabled}
            onCheckedChange={(checked) => onTick([folder.path], checked)}
          />
        ))}
      </div>
    </div>
  )
}
