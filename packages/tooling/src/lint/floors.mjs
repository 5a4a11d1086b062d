import { posix } from 'node:path'

/**
 * A package whose source is laid out in floors: each may import those below it, never those above.
 * @typedef {object} House
 * @property {string} source folder of the source, relative to the repository, with a final slash
 * @property {readonly string[]} floors folders below the source, top floor first; files beside them
 *   stand above all
 * @property {Readonly<Record<string, readonly string[]>>} rooms for each room that may import other
 *   rooms of its own floor: which ones. A room is a folder of a floor; the floor itself is one too.
 */

/** @type {readonly House[]} */
const houses = [
  {
    source: 'packages/mcp/src/',
    floors: ['features', 'requests', 'session', 'transports', 'recording', 'system', 'messages'],
    rooms: {
      'features/tools': ['features/tasks', 'features/tool-results'],
      'features/tasks': ['features/tool-results'],
      'requests/client': ['requests/incoming', 'requests'],
      'requests/incoming': ['requests'],
      'session/stdio': ['session/handshake', 'session'],
      'session/http': ['session/handshake', 'session'],
      'session/custom': ['session/handshake', 'session'],
      'session/handshake': ['session'],
      'transports/stdio': ['transports'],
      'transports/http': ['transports'],
      'system/processes': ['system/environment', 'system/timing'],
      'system/launch': ['system/environment'],
      'system/network': ['system/timing'],
    },
  },
]

const ofTests = /\.test\.tsx?$/

/**
 * Why a file may not import another by its relative name; `undefined` when it may. Tests may import
 * anything.
 * @param {string} place file relative to the repository
 * @param {string} name what it imports, as written
 */
export function floorObjection(place, name) {
  const house = houses.find(({ source }) => place.startsWith(source))
  if (house === undefined || !name.startsWith('.') || ofTests.test(place)) return undefined
  const target = posix.join(posix.dirname(place), name)
  if (!target.startsWith(house.source))
    return `source may not import ${posix.dirname(target)}: it is not shipped`
  const [from, to] = [roomOf(place, house), roomOf(target, house)]
  const [fromFloor, toFloor] = [levelOf(from, house), levelOf(to, house)]
  if (fromFloor === -1 || toFloor === -1) {
    const unknown = fromFloor === -1 ? from : to
    return `'${unknown}' is no floor of ${house.source}: add it to packages/tooling/src/lint/floors.mjs`
  }
  if (toFloor < fromFloor)
    return `'${from}' may not import '${to || 'the top'}', which stands above it: move the shared piece down, or pass it in`
  if (toFloor > fromFloor || from === to || house.rooms[from]?.includes(to)) return undefined
  return `'${from}' may not import '${to}' of its own floor: move what both need to a room of its own`
}

/**
 * The first two folders below the source; empty for files beside the floors.
 * @param {string} file
 * @param {House} house
 */
function roomOf(file, { source }) {
  return file.slice(source.length).split('/').slice(0, -1).slice(0, 2).join('/')
}

/**
 * 0 for files beside the floors, then the floors from the top down; -1 for a folder that is no floor.
 * @param {string} room
 * @param {House} house
 */
function levelOf(room, { floors }) {
  if (room === '') return 0
  const [floor = ''] = room.split('/')
  const index = floors.indexOf(floor)
  return index === -1 ? -1 : index + 1
}
