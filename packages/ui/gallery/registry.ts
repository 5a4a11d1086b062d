import type { Story } from './story.tsx'

export interface NamedStory extends Story {
  name: string
}

const groupOrder = [
  'Frame',
  'Foundation',
  'Controls',
  'Overlays',
  'Display',
  'Chat',
  'Servers',
  'Activity',
  'Workspaces',
  'Settings',
]

/** Every story, in the order of the list. */
export function collectStories(): NamedStory[] {
  const modules = import.meta.glob<{ story: Story }>('./stories/**/*.tsx', { eager: true })
  return Object.entries(modules)
    .map(([path, module]) => ({ ...module.story, name: path.replace(/^.*\/|\.tsx$/g, '') }))
    .sort(
      (a, b) =>
        groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group) || a.title.localeCompare(b.title),
    )
}
