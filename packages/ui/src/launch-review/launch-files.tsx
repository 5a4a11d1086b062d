import type { LaunchReview } from '@gatehouse/domain/launch'
import { Callout, Disclosure } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { ExactValue } from './exact-value.tsx'
import { FileChanges } from './file-changes.tsx'

/** The files besides the program that decide what runs, in view, and what of all changed since they were allowed. */
export function LaunchFiles({ review: { pin, fileChanges } }: { review: LaunchReview }) {
  const t = useT('servers')
  const others = pin?.files.filter(({ role }) => role !== 'program')
  return (
    <>
      {fileChanges.length > 0 && (
        <Callout tone="warning" className="mt-2" title={t('review.changed')}>
          <FileChanges changes={fileChanges} />
        </Callout>
      )}
      {others !== undefined && others.length > 0 && (
        <div className="mt-1 text-small text-fg-3">
          {t('review.files', { count: others.length })}
          <ul className="flex flex-col gap-0.5 text-fg">
            {others.map(({ role, named, realPath }) => (
              <li key={`${role} ${named}`}>
                <ExactValue text={realPath} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** Where the command was found, and what stands behind a link. */
export function CommandResolutionFacts({ review }: { review: LaunchReview }) {
  const t = useT('servers')
  const { resolution, pin } = review
  if (!resolution) return null
  if (resolution.path !== null) {
    const program = pin?.files.find(({ role }) => role === 'program')
    const real = program && program.realPath !== resolution.path ? program.realPath : null
    return (
      <p className="mt-1 text-small text-fg-3">
        {t('review.foundAt')} <ExactValue text={resolution.path} />
        {real !== null && (
          <span className="block">
            {t('review.leadsTo')}{' '}
            <span className="text-fg">
              <ExactValue text={real} />
            </span>
          </span>
        )}
      </p>
    )
  }
  return (
    <div className="mt-1.5">
      <p className="text-small text-danger">{t('review.notFound')}</p>
      <SearchedFolders folders={resolution.lookedIn} />
    </div>
  )
}

/** The folders in which a command was looked for, in order. */
export function SearchedFolders({ folders }: { folders: string[] }) {
  const t = useT('servers')
  if (folders.length === 0) return null
  return (
    <Disclosure summary={t('review.lookedIn', { count: folders.length })}>
      <ol className="flex flex-col gap-0.5">
        {folders.map((folder) => (
          <li key={folder}>
            <ExactValue text={folder} />
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
