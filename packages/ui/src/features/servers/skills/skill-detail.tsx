import type { ServerView, Skill, SkillContents } from '@gatehouse/domain'
import { BookOpen, RotateCw } from 'lucide-react'
import { Button, Callout, KeyValues, PaneBody, RevealText } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { ResourceUri } from '../features/resource-detail.tsx'
import { SkillFileCard, skillPath } from './skill-file-card.tsx'
import { useSkillReading, type SkillReadingState } from './use-skill-reading.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** One skill: what its server declares of it and, file by file on request, what it holds. */
export function SkillDetail({ view, skill }: { view: ServerView; skill: Skill }) {
  const t = useT('serverPage')
  const { bytes, number } = useFormats()
  const { id, hue } = view.config
  const main = useSkillReading(id, skill.uri)
  const part = useSkillReading(id, skill.uri)
  const refusal = main.refusal ?? part.refusal
  const { files } = skill
  return (
    <PaneBody label={skill.name} className="px-5 py-4">
      <div className="flex max-w-column flex-col gap-4">
        <header>
          <h2 className="text-title font-semibold">
            <RevealText text={skill.name} />
          </h2>
          <div className="mt-1 text-body text-fg-2">
            <RevealText text={skill.description} />
          </div>
        </header>
        <KeyValues
          items={[
            { name: t('skills.address'), value: <ResourceUri uri={skill.uri} /> },
            {
              name: t('skills.files'),
              value: files
                ? t('skills.fileFacts', {
                    count: files.count,
                    number: number(files.count),
                    size: bytes(files.bytes),
                  })
                : t('skills.dynamic'),
            },
          ]}
        />
        <p className="text-note text-fg-2">{t('skills.note')}</p>
        <div>
          <Button
            variant="primary"
            icon={BookOpen}
            loading={main.query.isFetching}
            onClick={() => {
              part.forget()
              main.read(skill.uri)
            }}
          >
            {t(main.asked === null ? 'skills.read' : 'skills.again')}
          </Button>
        </div>
        {refusal ? (
          <SkillRefusal
            serverId={id}
            refusal={refusal}
            onDone={() => {
              main.forget()
              part.forget()
            }}
          />
        ) : (
          <>
            <SkillFileCard skill={skill} reading={main} hue={hue} />
            <Files skill={skill} main={main} part={part} />
            <SkillFileCard skill={skill} reading={part} hue={hue} />
          </>
        )}
      </div>
    </PaneBody>
  )
}

interface FilesProps {
  skill: Skill
  main: SkillReadingState
  part: SkillReadingState
}

/** The other files, once SKILL.md was read. */
function Files({ skill, main, part }: FilesProps) {
  const read: SkillContents | undefined = main.asked === null ? undefined : main.query.data
  const others = read?.files.filter(({ uri }) => uri !== read.uri) ?? []
  if (main.query.error || others.length === 0) return null
  return (
    <SkillFiles
      skill={skill}
      files={others}
      busy={part.query.isFetching ? part.asked : null}
      onRead={part.read}
    />
  )
}

interface RefusalProps {
  serverId: string
  refusal: Error
  onDone: () => void
}

/** In place of everything that was read of a skill which is not what its server described. */
function SkillRefusal({ serverId, refusal, onDone }: RefusalProps) {
  const t = useT('serverPage')
  const words = useErrorWords()
  const { cache } = useBridge()
  return (
    <Callout
      tone="danger"
      role="alert"
      title={t('skills.refused')}
      actions={
        <Button
          size="small"
          icon={RotateCw}
          onClick={() => {
            cache.refresh(queryKeys.serverSkills(serverId))
            onDone()
          }}
        >
          {t('skills.listAgain')}
        </Button>
      }
    >
      <RevealText text={words(refusal)} />
      <p className="mt-1">{t('skills.refusedNote')}</p>
    </Callout>
  )
}

interface SkillFilesProps {
  skill: Skill
  files: SkillContents['files']
  /** The file that is being read. */
  busy: string | null
  onRead: (file: string) => void
}

/** The files that a skill has besides SKILL.md, none of which is read by itself. */
function SkillFiles({ skill, files, busy, onRead }: SkillFilesProps) {
  const t = useT('serverPage')
  const { bytes } = useFormats()
  return (
    <section aria-label={t('skills.files')}>
      <h3 className="font-semibold">{t('skills.others')}</h3>
      <ul className="mt-1 divide-y divide-line">
        {files.map(({ uri, size }) => {
          const path = skillPath(skill.uri, uri)
          return (
            <li key={uri} className="flex items-center gap-3 py-1.5">
              <RevealText
                text={path}
                className="min-w-0 flex-1 font-mono text-small wrap-anywhere"
              />
              <span className="text-small text-fg-3 tabular-nums">{bytes(size)}</span>
              <Button
                size="small"
                loading={busy === uri}
                aria-label={t('skills.readFile', { file: oneLine(path) })}
                onClick={() => onRead(uri)}
              >
                {t('skills.read')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
