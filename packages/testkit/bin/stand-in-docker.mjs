// Stand-in for Docker, for tests: `docker pull`, `docker image inspect`, `docker run`.
//
// Options, outputs and exit codes follow docs.docker.com/reference/cli and the messages in the tests of
// github.com/docker/cli and github.com/moby/moby. Images lie in the folder STAND_IN_DOCKER: what the registry has in
// `registry.json`, what was pulled in `pulled.json`, each as { "name:tag": { digest, layers, labels, program } }.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ digest: string, claimed?: string, layers: string[], labels?: object, program: string }} Image */

const folder = process.env['STAND_IN_DOCKER'] ?? ''
/** @type {(name: string) => Record<string, Image>} */
const read = (name) =>
  existsSync(join(folder, name)) ? JSON.parse(readFileSync(join(folder, name), 'utf8')) : {}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text, code = 1) {
  process.stderr.write(`${text}\n`)
  process.exit(code)
}

/** @type {(text: string) => void} */
const print = (text) => void process.stdout.write(`${text}\n`)
/** @type {(spec: string) => string} */
const whole = (spec) => (spec.lastIndexOf(':') > spec.lastIndexOf('/') ? spec : `${spec}:latest`)
/** @type {(spec: string) => string} */
const nameOf = (spec) => whole(spec).slice(0, whole(spec).lastIndexOf(':'))

/**
 * The pulled image of a name, with a tag or a digest.
 *
 * @param {string} spec
 */
function pulledImage(spec) {
  const pulled = read('pulled.json')
  const [name = '', digest] = spec.split('@')
  if (digest === undefined) return pulled[whole(spec)]
  return Object.entries(pulled).find(
    ([tagged, image]) => nameOf(tagged) === name && image.digest === digest,
  )?.[1]
}

if (existsSync(join(folder, 'stopped')))
  fail(
    'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
  )
const [command, ...words] = process.argv.slice(2)
const [first = '', second = ''] = words
if (command === 'pull') {
  const spec = whole(first)
  if (existsSync(join(folder, 'offline')))
    fail(
      `Error response from daemon: Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io: no such host`,
    )
  const image = read('registry.json')[spec]
  if (!image)
    fail(
      `Error response from daemon: pull access denied for ${nameOf(spec)}, repository does not exist or may require 'docker login': denied: requested access to the resource is denied`,
    )
  const [tag] = spec.split(':').slice(-1)
  if (first === nameOf(spec)) print('Using default tag: latest')
  print(`${tag}: Pulling from ${nameOf(spec)}`)
  for (const layer of image.layers) print(`${layer}: Pulling fs layer`)
  for (const layer of image.layers) print(`${layer}: Download complete\n${layer}: Pull complete`)
  // A registry that answers with another image than the one that is kept.
  print(`Digest: ${image.claimed ?? image.digest}`)
  print(`Status: Downloaded newer image for ${spec}\ndocker.io/${spec}`)
  writeFileSync(
    join(folder, 'pulled.json'),
    JSON.stringify({ ...read('pulled.json'), [spec]: image }),
  )
} else if (command === 'image' && first === 'inspect') {
  const image = pulledImage(second)
  if (!image) {
    print('[]')
    fail(`Error response from daemon: No such image: ${second}`)
  }
  const [name = ''] = second.split('@')
  print(
    JSON.stringify(
      [
        {
          Id: `sha256:${'0'.repeat(64)}`,
          RepoTags: [],
          RepoDigests: [`${nameOf(name)}@${image.digest}`],
          Size: 12_345,
          Config: { Labels: image.labels ?? null },
        },
      ],
      null,
      4,
    ),
  )
} else if (command === 'run') {
  const at = words.findIndex((word, index) => !word.startsWith('-') && words[index - 1] !== '-e')
  const spec = words[at] ?? ''
  const image = pulledImage(spec)
  if (!image) {
    process.stderr.write(`Unable to find image '${spec}' locally\n`)
    fail(
      `docker: Error response from daemon: Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io: no such host.\nSee 'docker run --help'.`,
      125,
    )
  }
  const child = spawn(process.execPath, [image.program, ...words.slice(at + 1)], {
    stdio: 'inherit',
  })
  child.on('exit', (code) => process.exit(code ?? 1))
} else fail(`docker: '${command}' is not a docker command.\nSee 'docker --help'`)
