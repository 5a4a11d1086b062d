import type { Skill, SkillContents } from '@gatehouse/domain'
import { Button, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { skillPath } from './skill-file-card.tsx'

export interface SkillFilesProps {
  skill: Skill
  files: SkillContents['files']
  /** The file that is being read. */
  busy: string | null
  onRead: (file: string) => void
}

/** The files that a skill has besides SKILL.md, none of which is read by itself. */
export function SkillFiles({ skill, files, busy, onRead }: SkillFilesProps) {
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
