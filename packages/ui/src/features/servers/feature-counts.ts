import type { ServerView } from '@gatehouse/domain'
import {
  useServerPrompts,
  useServerResources,
  useServerTemplates,
} from '../../lib/queries/index.ts'
import { hasCapability } from './completing-form.ts'

/** What a server offers besides tools; a count is undefined until it is known. */
export interface FeatureCounts {
  prompts: { declared: boolean; count: number | undefined }
  resources: { declared: boolean; count: number | undefined }
  templates: number | undefined
}

export function useFeatureCounts(view: ServerView): FeatureCounts {
  const { id } = view.config
  const prompts = hasCapability(view, 'prompts')
  const resources = hasCapability(view, 'resources')
  const promptList = useServerPrompts(id, prompts).data
  const resourceList = useServerResources(id, resources).data
  const templateList = useServerTemplates(id, resources).data
  return {
    prompts: { declared: prompts, count: promptList?.length },
    resources: { declared: resources, count: resourceList?.length },
    templates: templateList?.length,
  }
}
