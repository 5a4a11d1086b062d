import type { ServerView, Skill } from '@gatehouse/domain'
import { GraduationCap } from 'lucide-react'
import { useMemo, useState } from 'react'
import { EmptyState } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useServerSkills } from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { BrowseList } from '../features/browse-list.tsx'
import { NotRunning } from '../not-running.tsx'
import { SkillDetail } from './skill-detail.tsx'

/** The skills of a server, to be looked at; none of their files is read by itself. */
export function ServerSkills({ view }: { view: ServerView }) {
  const t = useT('serverPage')
  const ready = view.connection.status === 'ready'
  const query = useServerSkills(view.config.id, ready)
  if (!ready) return <NotRunning view={view} icon={GraduationCap} />
  return (
    <QueryStates query={query} lines={8}>
      {(skills) =>
        skills.length === 0 ? (
          <EmptyState
            className="flex-1"
            icon={GraduationCap}
            title={t('skills.none')}
            description={t('skills.noneNote')}
          />
        ) : (
          <Browser view={view} skills={skills} />
        )
      }
    </QueryStates>
  )
}

function Browser({ view, skills }: { view: ServerView; skills: Skill[] }) {
  const t = useT('serverPage')
  const [chosen, setChosen] = useState<string | null>(null)
  const groups = useMemo(() => {
    const isShared = (name: string) => skills.filter((one) => one.name === name).length > 1
    return [
      {
        entries: skills.map(({ uri, name, description }) => ({
          key: uri,
          title: name,
          // Two skills may have one name; only the address tells them apart.
          note: isShared(name) ? uri : undefined,
          words: `${description} ${uri}`,
        })),
      },
    ]
  }, [skills])
  const skill = skills.find(({ uri }) => uri === chosen) ?? skills[0]
  return (
    <div className="flex min-h-0 flex-1">
      <BrowseList
        label={t('skills.tab')}
        filterLabel={t('skills.filter')}
        groups={groups}
        selected={skill?.uri}
        onSelect={setChosen}
      />
      {skill && <SkillDetail key={skill.uri} view={view} skill={skill} />}
    </div>
  )
}
