import { hostileTools } from './bad-calls.mjs'

/** @typedef {import('./hostile-server.mjs').HostileServer} HostileServer */
/** @typedef {{ cursor: string | undefined, reply(result: object): void, refuse(code: number, text: string): void }} Asked */
/** @typedef {{ items: object[], next?: string }} Page */

const pageSize = 3
const expired = 'The cursor has expired'

/**
 * Responds to `tools/list`, `prompts/list` or `resources/list` in the way that was chosen.
 * @param {HostileServer} server @param {string} kind @param {Asked} asked
 */
export function respondToList(server, kind, { cursor, reply, refuse }) {
  const number = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64').toString())
  const badPage = badLists[server.lists]
  const page = badPage?.(server, kind, number) ?? plainList(server, kind)
  if ('refused' in page) {
    server.refusals += 1
    refuse(-32602, page.refused)
    return
  }
  reply({
    [kind]: page.items,
    ...(page.next === undefined ? {} : { nextCursor: page.next }),
    ...(server.era === 'modern' ? { ttlMs: 0, cacheScope: 'private' } : {}),
  })
}

/** @param {number} number */
const cursorOf = (number) => Buffer.from(String(number)).toString('base64')

/** @param {string} kind @param {string} name @param {object} [more] */
function itemOf(kind, name, more = {}) {
  if (kind === 'tools') return { name, inputSchema: { type: 'object' }, ...more }
  return kind === 'prompts'
    ? { name, ...more }
    : { name, uri: `hostile:///${encodeURIComponent(name)}`, ...more }
}

/** @param {HostileServer} server @param {string} kind @returns {Page} */
function plainList(server, kind) {
  if (kind !== 'tools') return { items: [itemOf(kind, 'one')] }
  const late = Array.from({ length: server.generation }, (_, index) =>
    itemOf(kind, `new-${index + 1}`),
  )
  return { items: [...hostileTools, ...late] }
}

/** @param {string} kind @param {number} number @param {number} pages @returns {Page} */
function pageOf(kind, number, pages) {
  const items = Array.from({ length: pageSize }, (_, index) =>
    itemOf(kind, `item-${number * pageSize + index}`),
  )
  return number + 1 < pages ? { items, next: cursorOf(number + 1) } : { items }
}

/** @type {Record<string, (server: HostileServer, kind: string, number: number) => Page | { refused: string }>} */
const badLists = {
  'ten-pages': (_server, kind, number) => pageOf(kind, number, 10),
  'cursor-expires': (server, kind, number) =>
    number === 4 && server.refusals === 0 ? { refused: expired } : pageOf(kind, number, 10),
  'cursor-always-expires': (_server, kind, number) =>
    number === 4 ? { refused: expired } : pageOf(kind, number, 10),
  'endless-cursor': (_server, kind, number) => pageOf(kind, number, Infinity),
  'same-cursor': (_server, kind) => ({ items: [itemOf(kind, 'one')], next: cursorOf(1) }),
  '5000-entries': (_server, kind) => ({
    items: Array.from({ length: 5000 }, (_, index) =>
      itemOf(kind, `item-${index}`, { description: 'd'.repeat(200) }),
    ),
  }),
  '20000-entries': (_server, kind) => ({
    items: Array.from({ length: 20_000 }, (_, index) => itemOf(kind, `item-${index}`)),
  }),
  '54-megabytes': (_server, kind, number) => {
    const items = Array.from({ length: 10 }, (_, index) =>
      itemOf(kind, `item-${number * 10 + index}`, { description: 'd'.repeat(100_000) }),
    )
    return number < 53 ? { items, next: cursorOf(number + 1) } : { items }
  },
  'deep-schema': (_server, kind) => ({
    items: [itemOf(kind, 'good'), itemOf(kind, 'deep', { inputSchema: deepSchema(2000) })],
  }),
  'hidden-keys': (_server, kind) => ({
    items: [
      itemOf(kind, 'good'),
      itemOf(kind, 'hidden', { inputSchema: JSON.parse('{"type":"object","__proto__":{"a":1}}') }),
      itemOf(kind, 'also-good'),
    ],
  }),
  '50000-entries': (_server, kind) => ({
    items: Array.from({ length: 50_000 }, (_, index) => itemOf(kind, `item-${index}`)),
  }),
  'odd-names': (_server, kind) => ({
    items: [
      itemOf(kind, 'good'),
      itemOf(kind, 'good', { description: 'the second' }),
      itemOf(kind, ''),
      itemOf(kind, 'n'.repeat(100_000)),
      itemOf(kind, 'two\nlines'),
      itemOf(kind, 'bell\u0007\u001b[31m'),
      itemOf(kind, 'right\u202eto-left'),
    ],
  }),
  'schema-bombs': (_server, kind) => ({
    items: [
      itemOf(kind, 'good'),
      itemOf(kind, 'large', { inputSchema: { type: 'object', enum: ['x'.repeat(2_000_000)] } }),
      itemOf(kind, 'no-object', { inputSchema: 'object' }),
      itemOf(kind, 'remote', {
        inputSchema: { type: 'object', properties: { a: { $ref: 'http://127.0.0.1:9/schema' } } },
      }),
    ],
  }),
}

/** @param {number} depth */
function deepSchema(depth) {
  /** @type {object} */
  let schema = { type: 'string' }
  for (let level = 0; level < depth; level += 1)
    schema = { type: 'object', properties: { next: schema } }
  return schema
}
