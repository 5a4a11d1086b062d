import { posix } from 'node:path'

/**
 * A package whose source is laid out in layers: each may import those below it, never those above.
 * @typedef {object} Layers
 * @property {string} source folder of the source, relative to the repository, with a final slash
 * @property {readonly string[]} order folders below the source, top layer first; files beside them
 *   stand above all
 * @property {Readonly<Record<string, readonly string[]>>} modules for each module that may import other
 *   modules of its own layer: which ones. A module is a folder of a layer; the layer itself is one too.
 */

/** @type {readonly Layers[]} */
const layered = [
  {
    source: 'packages/mcp/src/',
    order: [
      'features',
      'requests',
      'session',
      'transports',
      'traffic-log',
      'package-installs',
      'system',
      'message-parsing',
    ],
    modules: {
      'features/tools': ['features/tasks', 'features/tool-results'],
      'features/tasks': ['features/tool-results'],
      'requests/sdk-client': ['requests/handler-support', 'requests'],
      'requests/handler-support': ['requests'],
      'session/stdio': ['session/handshake', 'session'],
      'session/http': ['session/handshake', 'session'],
      'session/custom': ['session/handshake', 'session'],
      'session/handshake': ['session'],
      'transports/stdio': ['transports'],
      'transports/http': ['transports'],
      'transports/custom': ['transports'],
      'package-installs': [
        'package-installs/npm',
        'package-installs/pypi',
        'package-installs/oci',
        'package-installs/common',
      ],
      'package-installs/npm': ['package-installs/common'],
      'package-installs/pypi': ['package-installs/common'],
      'package-installs/oci': ['package-installs/common'],
      'system/processes': ['system/environment', 'system/timing'],
      'system/launch-pins': ['system/environment'],
      'system/network': ['system/timing'],
    },
  },
]

const ofTests = /\.test\.tsx?$/

/**
 * Returns the reason for which a file may not import another by its relative name; `undefined` if it may. Tests may
 * import anything.
 * @param {string} place file relative to the repository
 * @param {string} name what it imports, as written
 */
export function layerViolation(place, name) {
  const layers = layered.find(({ source }) => place.startsWith(source))
  if (layers === undefined || !name.startsWith('.') || ofTests.test(place)) return undefined
  const target = posix.join(posix.dirname(place), name)
  if (!target.startsWith(layers.source))
    return `source may not import ${posix.dirname(target)}: it is not shipped`
  const [from, to] = [moduleOf(place, layers), moduleOf(target, layers)]
  const [fromLevel, toLevel] = [levelOf(from, layers), levelOf(to, layers)]
  if (fromLevel === -1 || toLevel === -1) {
    const unknown = fromLevel === -1 ? from : to
    return `'${unknown}' is no layer of ${layers.source}: add it to packages/tooling/src/lint/layers.mjs`
  }
  if (toLevel < fromLevel)
    return `'${from}' may not import '${to || 'the top'}', which stands above it: move the shared piece down, or pass it in`
  if (toLevel > fromLevel || from === to || layers.modules[from]?.includes(to)) return undefined
  return `'${from}' may not import '${to}' of its own layer: move what both need to a module of its own`
}

/**
 * The first two folders below the source; empty for files beside the layers.
 * @param {string} file
 * @param {Layers} layers
 */
function moduleOf(file, { source }) {
  return file.slice(source.length).split('/').slice(0, -1).slice(0, 2).join('/')
}

/**
 * 0 for files beside the layers, then the layers from the top down; -1 for a folder that is no layer.
 * @param {string} module
 * @param {Layers} layers
 */
function levelOf(module, { order }) {
  if (module === '') return 0
  const [layer = ''] = module.split('/')
  const index = order.indexOf(layer)
  return index === -1 ? -1 : index + 1
}
