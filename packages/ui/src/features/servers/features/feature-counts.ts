import { isTaskFinished, type ServerView } from '@gatehouse/domain'
import {
  useCachedLists,
  useServerPrompts,
  useServerResources,
  useServerSkills,
  useServerTemplates,
  useTasks,
} from '../../../lib/queries/index.ts'
import { hasCapability } from '../../../lib/servers/server-capabilities.ts'

/** Counts of a server's features besides tools; a count is undefined until it is known. */
export interface FeatureCounts {
  prompts: { declared: boolean; count: number | undefined }
  resources: { declared: boolean; count: number | undefined }
  templates: number | undefined
  skills: { declared: boolean; count: number | undefined }
  /** `declared`: also when it has any that Gatehouse knows of. `pending`: those that are not over. */
  tasks: { declared: boolean; pending: number }
}

export function useFeatureCounts(view: ServerView): FeatureCounts {
  const { id } = view.config
  const cached = useCachedLists(id).data
  // What it had last time is shown until it reports what it has now.
  const had = view.connection.status === 'starting' ? cached : undefined
  const prompts = hasCapability(view, 'prompts')
  const resources = hasCapability(view, 'resources')
  const hadResources = (had?.resources?.length ?? 0) + (had?.templates?.length ?? 0) > 0
  const promptList = useServerPrompts(id, prompts).data
  const resourceList = useServerResources(id, resources).data
  const templateList = useServerTemplates(id, resources).data
  const skills = hasExtension(view, 'io.modelcontextprotocol/skills')
  const skillList = useServerSkills(id, skills).data
  const own = useTasks().data?.filter(({ serverId }) => serverId === id) ?? []
  return {
    prompts: {
      declared: prompts || (had?.prompts?.length ?? 0) > 0,
      count: promptList?.length ?? had?.prompts?.length,
    },
    resources: {
      declared: resources || hadResources,
      count: resourceList?.length ?? had?.resources?.length,
    },
    templates: templateList?.length,
    skills: { declared: skills, count: skillList?.length },
    tasks: {
      declared:
        own.length > 0 ||
        hasCapability(view, 'tasks') ||
        hasExtension(view, 'io.modelcontextprotocol/tasks'),
      pending: own.filter((task) => !isTaskFinished(task)).length,
    },
  }
}

/** True if a running server declared an extension of the protocol. */
function hasExtension({ connection }: ServerView, name: string): boolean {
  const extensions =
    connection.status === 'ready' ? connection.info.capabilities['extensions'] : undefined
  return typeof extensions === 'object' && extensions !== null && name in extensions
}
