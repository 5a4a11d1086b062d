import type { Completion, Prompt, Resource, ResourceTemplate, Skill } from '@gatehouse/domain'
import { GatehouseError } from '@gatehouse/domain'
import type { InMemoryHandlers } from '../bridge/in-memory-bridge.ts'

const samplePrompts: Prompt[] = [
  {
    name: 'literature_review',
    title: 'Literature review',
    description: 'Asks the model to review what the library holds on a topic, with sources.',
    arguments: [
      { name: 'topic', required: true },
      { name: 'collection', description: 'Which part of the library to look in.' },
      { name: 'length', title: 'Length', description: 'In words or pages.' },
    ],
  },
  {
    name: 'compare_papers',
    title: 'Compare papers',
    arguments: [
      { name: 'first', required: true },
      { name: 'second', required: true },
    ],
  },
  { name: 'explain_figure', title: 'Explain a figure', description: 'Takes nothing.' },
  { name: 'draft_related\u202Ework', description: 'Its name hides\u200B something.' },
]

const skillNamed = (path: string, description: string): Skill => ({
  uri: `skill://${path}/SKILL.md`,
  name: path.replace(/^.*\//, ''),
  description,
  files: { count: 2, bytes: 1640 },
})

const sampleSkills: Skill[] = [
  skillNamed('review-papers', 'How this library wants papers to be reviewed.'),
  skillNamed('tampered', 'What is served is not what is described.'),
  skillNamed('law/summaries', 'Summaries of judgments.'),
  skillNamed('physics/summaries', 'Summaries of experiments.'),
]

const sampleResources: Resource[] = [
  {
    uri: 'library://collections/agents-2026',
    name: 'agents-2026',
    title: 'Agents 2026',
    description: 'Papers on agents, added this year.',
    mimeType: 'application/json',
    size: 48_213,
    annotations: { lastModified: '2026-11-03T09:12:00Z' },
  },
  { uri: 'library://readme.md', name: 'readme.md', mimeType: 'text/markdown', size: 62 },
  { uri: 'library://cover.png', name: 'cover.png', mimeType: 'image/png' },
  { uri: 'library://index.bin', name: 'index.bin', mimeType: 'application/octet-stream' },
  ...Array.from({ length: 1200 }, (_, index) => ({
    uri: `library://papers/${index + 1}`,
    name: `paper-${index + 1}`,
    title: `Paper ${index + 1}`,
    mimeType: 'text/plain',
  })),
]

const sampleTemplates: ResourceTemplate[] = [
  {
    uriTemplate: 'library://papers/{collection}/{id}{?format,tags*}',
    name: 'paper',
    title: 'Paper of a collection',
    description: 'One paper by collection and number.',
    mimeType: 'text/plain',
  },
]

const collections = ['agents-2026', 'agent-security', 'agentic-ui', 'protocols']
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFklEQVR42mNgYPhPAhoVGxUbFRsVIwgAPr9/gXoWJ3YAAAAASUVORK5CYII='

function completed(name: string, typed: string, context: Record<string, string>): Completion {
  const known =
    name === 'collection' ? collections : name === 'id' ? idsOf(context['collection']) : []
  const values = known.filter((one) => one.includes(typed))
  return { values, total: known.length }
}

function idsOf(collection = ''): string[] {
  return collection === '' ? [] : ['1', '2', '10'].map((id) => `${collection.slice(0, 2)}-${id}`)
}

/** Prompts and resources for every server that announces them. */
export const sampleFeatureHandlers: InMemoryHandlers = {
  'server.prompts': () => samplePrompts,
  'server.watches': () => ['library://readme.md'],
  'server.get-prompt': ({ name, arguments: args }) => {
    if (args['first'] === 'missing')
      throw new GatehouseError('request/refused', 'Refused.', {
        data: { detail: 'MCP error -32602: no paper is called “missing”' },
      })
    const collection = args['collection'] ?? 'agents-2026'
    return {
      description: 'A review with sources.',
      messages: [
        {
          role: 'user',
          content: {
            type: 'text',
            text: `Review the literature on “${args['topic'] ?? name}” in the collection ${collection}. Cite page numbers.`,
          },
        },
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: {
              uri: `library://collections/${collection}`,
              mimeType: 'application/json',
              text: '{"papers":18,"years":[2025,2026]}',
            },
          },
        },
        { role: 'user', content: { type: 'image', data: pixel, mimeType: 'image/png' } },
        { role: 'assistant', content: { type: 'text', text: 'I will begin with the surveys.' } },
      ],
    }
  },
  'server.skills': () => sampleSkills,
  'server.read-skill': ({ uri, file = uri }) => {
    if (uri.includes('tampered'))
      throw new GatehouseError('skill/unverified', 'Refused.', {
        data: { file, reason: 'size', detail: '64 bytes in place of 48' },
      })
    const text = file.endsWith('SKILL.md')
      ? '---\nname: review-papers\n---\n\n# Review papers\n\nRead references/STYLE.md first.\u200B\n'
      : 'Cite page numbers.\n'
    const files = ['SKILL.md', 'references/STYLE.md'].map((path) => ({
      uri: uri.replace('SKILL.md', path),
      size: 820,
    }))
    return { uri: file, mimeType: 'text/markdown', text, verified: true, files }
  },
  'server.resources': () => sampleResources,
  'server.resource-templates': () => sampleTemplates,
  'server.read-resource': ({ uri }) => {
    if (uri.endsWith('.png')) return { contents: [{ uri, mimeType: 'image/png', blob: pixel }] }
    if (uri.endsWith('.bin'))
      return { contents: [{ uri, blob: btoa(`Index\0${'\u0001\u00ffpaper '.repeat(90)}`) }] }
    if (uri.includes('collections'))
      return {
        contents: [
          {
            uri,
            mimeType: 'application/json',
            text: '{"name":"agents-2026","papers":[{"id":1,"title":"Tools that ask"},{"id":2}]}',
          },
        ],
      }
    const text = `# ${uri}\n\n${'A line of the paper.\n'.repeat(80)}`
    return { contents: [{ uri, mimeType: 'text/plain', text }] }
  },
  'server.complete': ({ request: { argument, context = {} } }) =>
    completed(argument.name, argument.value, context),
}
