import type { ImportedFile } from '@gatehouse/domain/launch'
import { ClipboardPaste, FileJson, FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { Button, Callout, Checkbox, EmptyState, RevealText, TextArea } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { BundleFacts } from '../../../launch-review/bundle-facts.tsx'
import type { ImportFlow } from './import-flow.ts'
import { ImportInputs } from './import-inputs.tsx'
import { ImportIssueList } from './import-issue.tsx'
import { ImportServerCard } from './import-server-card.tsx'

/** Everything that was read, by file, and the ways to read more. */
export function ImportChoose({
  files,
  flow,
}: {
  files: readonly ImportedFile[]
  flow: ImportFlow
}) {
  const t = useT('serverImport')
  return (
    <div className="flex flex-col gap-6">
      {files.length === 0 && <EmptyState title={t('none')} description={t('noneNote')} />}
      {files.map((file) => (
        <FileGroup key={file.id} file={file} flow={flow} />
      ))}
      <MoreSources flow={flow} />
    </div>
  )
}

function FileGroup({ file, flow }: { file: ImportedFile; flow: ImportFlow }) {
  const t = useT('serverImport')
  const { servers, source, path, problems, inputs } = file
  const able = servers.filter(({ launch }) => launch !== null)
  const count = able.filter((server) => flow.choiceOf(server).chosen).length
  return (
    <section aria-label={t(`source.${source}`)} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="text-body font-semibold">{t(`source.${source}`)}</h3>
        {servers.length > 0 && (
          <span className="text-note text-fg-3">{t('servers', { count: servers.length })}</span>
        )}
        {able.length > 1 && (
          <Checkbox
            className="ml-auto"
            label={t('all')}
            checked={count === able.length}
            indeterminate={count > 0 && count < able.length}
            onCheckedChange={(chosen) => flow.choose(able, { chosen })}
          />
        )}
        {path !== null && (
          <p className="w-full min-w-0 text-small text-fg-3">
            <RevealText text={path} className="font-mono" />
          </p>
        )}
      </div>
      {problems.length > 0 && (
        <Callout tone="warning">
          <ImportIssueList issues={problems} />
        </Callout>
      )}
      {file.bundle && <BundleFacts bundle={file.bundle} />}
      <ul className="flex flex-col gap-2">
        {servers.map((server) => (
          <ImportServerCard key={server.id} server={server} flow={flow} />
        ))}
      </ul>
      <ImportInputs inputs={inputs} flow={flow} />
    </section>
  )
}

function MoreSources({ flow }: { flow: ImportFlow }) {
  const t = useT('serverImport')
  const [pasting, setPasting] = useState(false)
  const [text, setText] = useState('')
  const isBusy = flow.adding !== null
  return (
    <section aria-label={t('more')} className="flex flex-col gap-2">
      <h3 className="text-body font-semibold">{t('more')}</h3>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={FileJson}
          loading={flow.adding === 'file'}
          disabled={isBusy}
          onClick={flow.addFile}
        >
          {t('chooseFile')}
        </Button>
        <Button
          icon={FolderOpen}
          loading={flow.adding === 'folder'}
          disabled={isBusy}
          onClick={flow.addFolder}
        >
          {t('chooseFolder')}
        </Button>
        {!pasting && (
          <Button icon={ClipboardPaste} onClick={() => setPasting(true)}>
            {t('paste')}
          </Button>
        )}
      </div>
      {pasting && (
        <form
          className="flex flex-col items-start gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            flow.addText(text, () => {
              setText('')
              setPasting(false)
            })
          }}
        >
          <TextArea
            autoFocus
            className="w-full"
            label={t('pasteLabel')}
            description={t('pasteNote')}
            mono
            minRows={5}
            maxLength={1_000_000}
            value={text}
            onValueChange={setText}
          />
          <Button type="submit" disabled={text.trim() === ''} loading={flow.adding === 'text'}>
            {t('readText')}
          </Button>
        </form>
      )}
    </section>
  )
}
