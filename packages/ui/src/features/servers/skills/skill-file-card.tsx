import type { Skill, SkillContents } from '@gatehouse/domain'
import { Badge, Card, CardHeader, CardSection, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { CollapsedText } from '../../../lib/media/collapsed-text.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { base64Size, textSize } from '../../../lib/formats/data-size.ts'
import { BlobContents } from '../features/resource-contents.tsx'
import { RunningNote } from '../running-note.tsx'
import type { SkillReadingState } from './use-skill-reading.ts'

export interface SkillFileCardProps {
  skill: Skill
  reading: SkillReadingState
  hue: number
}

/** One file of a skill as it is, once it was asked for: text is only ever text here. */
export function SkillFileCard({ skill, reading, hue }: SkillFileCardProps) {
  const { asked, running, query } = reading
  if (asked === null) return null
  const path = skillPath(skill.uri, asked)
  if (query.isFetching) return <RunningNote running={running} name={path} />
  const { data, error, isFetching, refetch } = query
  return (
    <div className="-m-4">
      {/* What was read before does not stand in for what could not be read now. */}
      <QueryStates query={{ data: error ? undefined : data, error, isFetching, refetch }}>
        {(file) => <FileCard file={file} path={path} hue={hue} />}
      </QueryStates>
    </div>
  )
}

function FileCard({ file, path, hue }: { file: SkillContents; path: string; hue: number }) {
  const t = useT('serverPage')
  const { bytes } = useFormats()
  const { text, blob = '', mimeType = '', verified } = file
  const size = text === undefined ? base64Size(blob) : textSize(text)
  return (
    <Card hue={hue} label={oneLine(path)} className="m-4">
      <CardHeader
        aside={
          <Badge tone={verified ? 'success' : 'warning'}>
            {t(verified ? 'skills.verified' : 'skills.unverifiable')}
          </Badge>
        }
      >
        <h3 className="min-w-0 font-mono text-small font-semibold">
          <RevealText text={path} className="wrap-anywhere" />
        </h3>
        <span className="shrink-0 text-note text-fg-2">{bytes(size)}</span>
      </CardHeader>
      <CardSection>
        {text === undefined ? (
          <BlobContents data={blob} mimeType={mimeType} label={file.uri} />
        ) : (
          <CollapsedText text={text} label={file.uri} />
        )}
      </CardSection>
    </Card>
  )
}

/** A file's path below the folder of its skill's SKILL.md; the whole address if it is elsewhere. */
export function skillPath(skillUri: string, uri: string): string {
  const root = skillUri.slice(0, skillUri.lastIndexOf('/') + 1)
  return uri.startsWith(root) && uri.length > root.length ? uri.slice(root.length) : uri
}
