import type { Tool } from '@gatehouse/domain'
import { servers } from './servers.ts'

/** Tools that a server offers for each kind of thing that it stores. */
const VERBS: [verb: string, words: (what: string) => string][] = [
  ['list', (what) => `Lists all that there are: each is ${what}. Results are paged.`],
  ['get', (what) => `Gets ${what} by its id, with all of its fields.`],
  ['create', (what) => `Creates ${what}. Returns what was made with its id.`],
  ['update', (what) => `Changes fields of ${what}. Fields that are left out stay as they are.`],
  ['delete', (what) => `Deletes ${what}. This cannot be undone.`],
]

const LINE = /^([^:]+): (.*) \(([^)]*)\)$/u

function read(line: string): { name: string; words: string; parameters: string[] } {
  const [, name = '', words = '', parameters = ''] = LINE.exec(line) ?? []
  return { name, words, parameters: parameters.split(', ').filter((one) => one !== '') }
}

function toolOf(name: string, description: string, parameters: readonly string[]): Tool {
  const properties = Object.fromEntries(
    parameters.map((one) => [one, { type: 'string', description: `The ${one} to use.` }]),
  )
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required: parameters.slice(0, 1) },
  }
}

/** 500 tools of twenty servers. */
export function corpus(): { serverName: string; tool: Tool }[] {
  return Object.entries(servers).flatMap(([serverName, { keeps, does }]) => {
    const tools = [
      ...keeps.flatMap((line) => {
        const { name, words, parameters } = read(line)
        return VERBS.map(([verb, describe]) => {
          const takes = verb === 'list' ? ['limit', 'cursor'] : ['id', ...parameters]
          const few = verb === 'get' || verb === 'delete' ? ['id'] : takes
          return toolOf(`${verb}_${name}`, describe(words), few)
        })
      }),
      ...does.map((line) => {
        const { name, words, parameters } = read(line)
        return toolOf(name, `${words}.`, parameters)
      }),
    ]
    return tools.map((tool) => ({ serverName, tool }))
  })
}
