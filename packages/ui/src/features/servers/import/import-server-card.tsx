import type { ImportedServer } from '@gatehouse/domain/launch'
import { CircleX, FileText, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Checkbox, Icon, RevealText, TextField, type IconType } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { RiskText } from '../../../launch-review/launch-risks.tsx'
import type { ImportIssueFound } from './find-import-issues.ts'
import { BundleDownload } from './bundle-download.tsx'
import { InstallChoice } from '../install/install-choice.tsx'
import type { ImportFlow } from './import-flow.ts'
import { MissingRuntime } from '../runtimes/missing-runtime.tsx'
import { ImportIssueText } from './import-issue.tsx'
import { ImportLaunch, ImportValues } from './import-launch.tsx'

function Note({
  icon,
  tone,
  children,
}: {
  icon: IconType
  tone: 'text-fg-3' | 'text-warning' | 'text-danger'
  children: ReactNode
}) {
  return (
    <li className="flex items-start gap-1.5 text-small text-fg-2">
      <Icon icon={icon} size={12} className={`mt-1 ${tone}`} />
      <span className="min-w-0">{children}</span>
    </li>
  )
}

/** One server of a file: whether it comes in, as what, and all that it would run. */
export function ImportServerCard({ server, flow }: { server: ImportedServer; flow: ImportFlow }) {
  const t = useT('serverImport')
  const { launch } = server
  const { chosen, name, secrets, hostVariables, install } = flow.choiceOf(server)
  const issue = chosen ? flow.issues.get(server.id) : undefined
  const nameWords = useNameWords()
  return (
    <li
      aria-label={server.name}
      className="flex flex-col gap-2 rounded-lg border border-line bg-card px-3 py-2.5"
    >
      <div className="flex items-start gap-2">
        <Checkbox
          className="mt-1"
          label={t('choose', { name: server.name })}
          labelHidden
          checked={launch !== null && chosen}
          disabled={launch === null}
          onCheckedChange={(next) => flow.choose([server], { chosen: next })}
        />
        {launch ? (
          <TextField
            className="min-w-0 flex-1"
            label={t('name', { name: server.name })}
            labelHidden
            maxLength={80}
            value={name}
            error={issue && nameWords(issue)}
            onValueChange={(next) => flow.choose([server], { name: next })}
          />
        ) : (
          <span className="flex min-h-control items-center text-body font-medium">
            <RevealText text={server.name} />
          </span>
        )}
      </div>
      <div className="flex flex-col gap-2 pl-6">
        {launch && <ImportLaunch launch={launch} />}
        <BundleDownload server={server} flow={flow} />
        {launch?.kind === 'stdio' && (
          <MissingRuntime launch={launch} otherVariant={variantWithout(server, flow)} />
        )}
        <ImportValues
          server={server}
          secrets={secrets}
          onKeep={(of, secret) => flow.keep(server, of, secret)}
        />
        <ImportHostVariables
          server={server}
          given={hostVariables}
          onGive={(of, allowed) => flow.give(server, of, allowed)}
        />
        {launch && (
          <InstallChoice
            launch={launch}
            install={install}
            onChange={(next) => flow.choose([server], { install: next })}
          />
        )}
        <ServerNotes server={server} onChooseVariables={() => flow.addVariables(server)} />
      </div>
    </li>
  )
}

/** Name of another way to run the same entry of a registry, at an address. */
function variantWithout(server: ImportedServer, { preview }: ImportFlow): string | undefined {
  const file = preview?.files.find(({ servers }) => servers.some(({ id }) => id === server.id))
  if (file?.format !== 'registry') return undefined
  return file.servers.find(({ launch }) => launch?.kind === 'http')?.name
}

interface ServerNotesProps {
  server: ImportedServer
  onChooseVariables: () => void
}

function ServerNotes({ server, onChooseVariables }: ServerNotesProps) {
  const { problems, notes, same, risks, launch } = server
  const t = useT('serverImport')
  const { sentences } = useFormats()
  if (problems.length + notes.length + risks.length === 0 && !same) return null
  const isInPlainSight = risks.some(
    ({ code, where }) =>
      code === 'credentials-in-url' ||
      (code === 'secret-in-arguments' && (where === 'argument' || where === 'url')),
  )
  return (
    <ul className="flex flex-col gap-1">
      {problems.map((issue, index) => (
        <Note key={`p${index}`} icon={CircleX} tone="text-danger">
          {index === 0 && (
            <span className="font-medium text-danger">{sentences(t('cannot'), '')}</span>
          )}
          <ImportIssueText issue={issue} />
        </Note>
      ))}
      {same && (
        <Note icon={Info} tone="text-fg-3">
          <RevealText text={t(same.added ? 'sameAdded' : 'sameHere', { name: same.name })} />
        </Note>
      )}
      {risks.map((risk, index) => (
        <Note key={`r${index}`} icon={TriangleAlert} tone="text-warning">
          <RiskText risk={risk} />
        </Note>
      ))}
      {isInPlainSight && (
        <Note icon={TriangleAlert} tone="text-warning">
          {t('inPlainSight')}
        </Note>
      )}
      {notes.map((issue, index) => (
        <Note key={`n${index}`} icon={Info} tone="text-fg-3">
          <ImportIssueText issue={issue} />
          {issue.code === 'env-file' && launch?.kind === 'stdio' && (
            <Button className="mt-1" size="small" icon={FileText} onClick={onChooseVariables}>
              {t('chooseVariables')}
            </Button>
          )}
        </Note>
      ))}
    </ul>
  )
}

function useNameWords(): (issue: ImportIssueFound) => string {
  const t = useT('serverImport')
  return (issue) => {
    switch (issue.code) {
      case 'name-taken':
        return t('nameTaken')
      case 'name-lookalike':
        return t('nameLookalike', { name: issue.name })
      case 'name-unseen':
        return t('nameUnseen', { character: issue.character })
      case 'name-missing':
      case 'input-needed':
      case 'not-in-range':
        return t('nameMissing')
    }
  }
}

interface ImportHostVariablesProps {
  server: ImportedServer
  given: ReadonlySet<string>
  onGive: (name: string, allowed: boolean) => void
}

/** Variables that a server wants of the person's own environment: none is given until they allow each. */
function ImportHostVariables({ server, given, onGive }: ImportHostVariablesProps) {
  const t = useT('serverImport')
  if (server.hostVariables.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1 text-small text-fg-3">{t('own.title')}</legend>
      <ul className="flex flex-col gap-1">
        {server.hostVariables.map(({ name, receiver, isSet, isShareable }) => (
          <li key={name} className="flex min-w-0 items-start gap-1.5 text-small">
            <Icon icon={TriangleAlert} size={12} className="mt-1 shrink-0 text-warning" />
            {isSet && isShareable ? (
              <Checkbox
                label={<RevealText text={t('own.give', { name, receiver })} />}
                checked={given.has(name)}
                onCheckedChange={(allowed) => onGive(name, allowed)}
              />
            ) : (
              <span className="min-w-0 text-fg-2">
                <RevealText text={t(isSet ? 'own.typeIt' : 'own.notSet', { name, receiver })} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
