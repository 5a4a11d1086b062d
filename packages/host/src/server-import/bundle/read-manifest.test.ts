import type { ImportAnswer, ServerImportPreview } from '@gatehouse/domain/launch'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UnpackedBundle } from '../../ports/index.ts'
import {
  createImportHarness,
  importedServers,
  suggestedChoices,
  type ImportHarness,
} from '../../testing/import-harness.ts'

/** The day of the clock of the harness. */
const TODAY = '1970-01-01'
const PATH = '/home/ada/Downloads/server.mcpb'
const FOLDER = '/data/bundles/aa'

let test: ImportHarness

beforeEach(() => {
  test = createImportHarness()
})

function put(text: object | string, files: string[] = ['manifest.json', 'server/index.js']) {
  const bundle: UnpackedBundle = {
    folder: FOLDER,
    workFolder: '/data/bundle-work/aa',
    sha256: 'aa',
    manifest: typeof text === 'string' ? text : JSON.stringify(text),
    files,
    size: 12,
    signature: { state: 'none', signer: null, certificate: null, validity: null },
  }
  test.harness.bundles.bundles.set(PATH, bundle)
}

/** A manifest with this launch and these options. */
function manifest(launch: object, options: object = {}, more: object = {}) {
  return {
    manifest_version: '0.3',
    name: 'notes',
    display_name: 'Notes',
    version: '1.2.0',
    description: 'Keeps notes',
    author: { name: 'Ada' },
    server: {
      type: 'node',
      entry_point: 'server/index.js',
      mcp_config: { command: 'node', args: ['${__dirname}/server/index.js'], ...launch },
    },
    user_config: options,
    ...more,
  }
}

async function read(): Promise<ServerImportPreview> {
  const { id } = await test.imports.open({ known: false })
  return test.imports.readFile(id, PATH)
}

const plain = (name: string, value: string) => ({ name, value: { kind: 'plain', value } })

/** The launch that would be saved when these options are typed. */
async function launchWith(typed: Record<string, string> = {}) {
  const preview = await read()
  const answers = (preview.files[0]?.inputs ?? []).flatMap(({ id, name }): ImportAnswer[] => {
    const value = typed[name]
    return value === undefined ? [] : [{ inputId: id, value }]
  })
  const review = await test.imports.review(preview.id, suggestedChoices(preview), answers)
  await test.imports.save(preview.id, review.id, false)
  return test.list().at(-1)?.transport
}

async function problemsOf(): Promise<string[]> {
  const preview = await read()
  const issues = [
    ...preview.files.flatMap(({ problems }) => problems),
    ...importedServers(preview).flatMap(({ problems, notes }) => [...problems, ...notes]),
  ]
  return issues.map(({ code, detail }) => `${code} ${detail}`)
}

describe('the manifest of a bundle', () => {
  it('becomes a launch in its folder, with the options as a form', async () => {
    put(
      manifest(
        { env: { TOKEN: '${user_config.token}', HOME_DIR: '${HOME}${/}notes' } },
        {
          token: {
            type: 'string',
            title: 'Token',
            description: 'From the page',
            required: true,
            sensitive: true,
          },
          roots: {
            type: 'directory',
            title: 'Folders',
            multiple: true,
            default: ['${DOCUMENTS}/a b'],
          },
          depth: { type: 'number', title: 'Depth', min: 1, max: 9, default: 3 },
          write: { type: 'boolean', title: 'May write', default: false },
        },
      ),
    )
    const [file] = (await read()).files
    expect(file).toMatchObject({
      source: 'bundle',
      path: PATH,
      bundle: {
        version: '1.2.0',
        author: 'Ada',
        files: 2,
        size: 12,
        trust: 'unsigned',
        sha256: 'aa',
      },
      servers: [{ name: 'Notes', problems: [] }],
    })
    // Only what the launch uses is asked for.
    expect(file?.inputs).toMatchObject([
      {
        name: 'token',
        kind: 'password',
        description: 'Token',
        note: 'From the page',
        required: true,
        secret: true,
      },
    ])
    await expect(launchWith()).rejects.toMatchObject({ code: 'import/input-missing' })
    await expect(launchWith({ token: 't' })).resolves.toMatchObject({
      command: 'node',
      args: [`${FOLDER}/server/index.js`],
      cwd: FOLDER,
      env: [{ name: 'TOKEN' }, plain('HOME_DIR', '/home/ada/notes')],
    })
  })

  /**
   * @threat bundle.other-secret
   * @attacker configuration
   * @tries has a typed value name another option, so that its secret goes where it was not meant
   * @stoppedBy texts of a manifest are filled once, by position; what is put in is not looked through
   */
  it('puts in what was typed, byte for byte, and never looks it through again', async () => {
    const value = 'p$$&$1${user_config.other}\\$&'
    put(
      manifest(
        { args: ['${user_config.one}', '--x=${user_config.one}'] },
        {
          one: { type: 'string', title: 'One' },
          other: { type: 'string', title: 'Other', sensitive: true, default: 'secret' },
        },
      ),
    )
    await expect(launchWith({ one: value })).resolves.toMatchObject({
      args: [value, `--x=${value}`],
    })
  })

  it('leaves out what an empty option would fill: an argument, its option, a variable', async () => {
    const optional = { type: 'string', title: 'Key', default: '' }
    put(
      manifest(
        {
          args: [
            'run',
            '${user_config.key}',
            '--key=${user_config.key}',
            '--key',
            '${user_config.key}',
            '-e',
            'KEY=${user_config.key}',
            'end',
          ],
          env: { KEY: '${user_config.key}', OTHER: 'x' },
        },
        { key: optional },
      ),
    )
    await expect(launchWith()).resolves.toMatchObject({
      args: ['run', 'end'],
      env: [plain('OTHER', 'x')],
    })
  })

  it('makes an argument of each value of a list, defaults filled in', async () => {
    const folders = {
      type: 'directory',
      title: 'Folders',
      multiple: true,
      required: true,
      default: ['${HOME}/a b', '${DESKTOP}'],
    }
    put(manifest({ args: ['${__dirname}/server/index.js', '${user_config.folders}'] }, { folders }))
    await expect(launchWith()).resolves.toMatchObject({
      args: [`${FOLDER}/server/index.js`, '/home/ada/a b', '/home/ada/Desktop'],
    })
    await expect(launchWith({ folders: '/x\n /y z \n\n' })).resolves.toMatchObject({
      args: [`${FOLDER}/server/index.js`, '/x', '/y z'],
    })
    put(manifest({ env: { DIRS: '${user_config.folders}' } }, { folders }))
    expect(await problemsOf()).toEqual(['list-in-text folders'])
  })

  it('takes the launch for this system, its variables over the common ones', async () => {
    put(
      manifest({
        command: '${__dirname}/bin/tool',
        args: ['--all'],
        env: { A: '1', B: '2' },
        platform_overrides: {
          win32: { command: '${__dirname}\\bin\\tool.exe', args: [], env: { B: '3' } },
        },
      }),
    )
    test.harness.bundles.platform = 'win32'
    await expect(launchWith()).resolves.toMatchObject({
      command: `${FOLDER}\\bin\\tool.exe`,
      args: [],
      env: [plain('A', '1'), plain('B', '3')],
    })
  })

  it('says what is missing, too new, made for others, or fetched later', async () => {
    const found: Record<string, string[]> = {}
    const cases: Record<string, [object | string, string[]?]> = {
      'no JSON': ['{'],
      'no server': [{ name: 'x' }],
      'too new': [{ ...manifest({}), manifest_version: '0.5' }],
      'no entry': [manifest({}), ['manifest.json']],
      'another system': [manifest({}, {}, { compatibility: { platforms: ['darwin', 'win32'] } })],
      'an unknown variable': [manifest({ args: ['${NODE_ENV}', '${user_config.gone}'] })],
      'a docker launch': [manifest({ command: 'docker', args: ['run', 'x'] }), ['manifest.json']],
    }
    for (const [name, [text, files]] of Object.entries(cases)) {
      put(text, files)
      found[name] = await problemsOf()
    }
    test.harness.bundles.missing = ['zod', '@scope/a']
    put(manifest({}))
    found['incomplete'] = await problemsOf()
    expect(found).toEqual({
      'no JSON': ['not-json other'],
      'no server': ['nothing-to-run '],
      'too new': ['manifest-too-new 0.5'],
      'no entry': ['entry-point-missing server/index.js'],
      'another system': ['not-for-this-system darwin, win32'],
      'an unknown variable': [
        'variable-unknown ${NODE_ENV}',
        'variable-unknown ${user_config.gone}',
      ],
      'a docker launch': [],
      incomplete: ['bundle-incomplete zod, @scope/a'],
    })
  })

  /**
   * @threat bundle.later-release
   * @attacker program
   * @tries publishes a new release of a package that a bundle for uv fetches at its start
   * @stoppedBy uv is held to the lock file of the bundle, or to packages published before the day of the review,
   * whatever the manifest sets
   * @remains options of the command and settings inside of the bundle can except packages; the review says so of the
   * options
   */
  it('keeps packages of uv as they were at the review, or says that its command asks for newer ones', async () => {
    const uv = (args: string[], env: object = {}) =>
      manifest({ command: 'uv', args: ['run', ...args, 'main.py'], env })
    const files = ['manifest.json', 'server/index.js']
    put(uv([], { UV_EXCLUDE_NEWER: '2099-01-01' }), files)
    expect(await problemsOf()).toEqual([`bundle-dated ${TODAY}`])
    const launch = await launchWith()
    expect(JSON.stringify(launch)).not.toContain('2099')
    expect(launch).toMatchObject({
      env: expect.arrayContaining([plain('UV_EXCLUDE_NEWER', `${TODAY}T00:00:00Z`)]),
    })
    test = createImportHarness()
    put(uv([], { UV_FROZEN: '' }), [...files, 'uv.lock'])
    expect(await problemsOf()).toEqual(['bundle-locked '])
    await expect(launchWith()).resolves.toMatchObject({
      env: expect.arrayContaining([plain('UV_FROZEN', '1')]),
    })
    const project = [...files, 'pyproject.toml']
    put(uv([]), project)
    expect(await problemsOf()).toEqual([`bundle-dated ${TODAY}`, 'bundle-unlocked '])
    put(uv(['--no-project']), project)
    expect(await problemsOf()).toEqual([`bundle-dated ${TODAY}`])
    for (const option of ['--upgrade', '-U', '--exclude-newer=2099-01-01', '--upgrade-package']) {
      put(uv([option]), files)
      expect(await problemsOf()).toEqual(['bundle-fetches '])
    }
  })

  it('reads manifests as people write them', async () => {
    const server = { type: 'uv', entry_point: 'src/main.py' }
    const odd = {
      dxt_version: '0.1',
      name: 'odd',
      version: 3,
      author: 'Ada',
      server,
      icon: null,
      tools: null,
      user_config: { 'auth.apiKey': { type: 'string', title: null, sensitive: true } },
      scripts: { build: 'x' },
      compatibility: null,
    }
    put(odd, ['manifest.json', 'src/main.py'])
    expect(await problemsOf()).toEqual([`bundle-dated ${TODAY}`])
    await expect(launchWith()).resolves.toMatchObject({
      command: 'uv',
      args: ['run', '--directory', FOLDER, 'src/main.py'],
      env: [
        plain('UV_PROJECT_ENVIRONMENT', '/data/bundle-work/aa'),
        plain('PYTHONDONTWRITEBYTECODE', '1'),
        plain('UV_EXCLUDE_NEWER', `${TODAY}T00:00:00Z`),
      ],
    })
    put(
      {
        ...odd,
        server: {
          ...server,
          type: 'node',
          mcp_config: {
            command: 'node',
            args: ['a', 1, true],
            env: { K: '${user_config.auth.apiKey}', N: 5, X: null },
          },
        },
      },
      ['src/main.py'],
    )
    await expect(launchWith({ 'auth.apiKey': 'k' })).resolves.toMatchObject({
      args: ['a', '1', 'true'],
      env: [{ name: 'K', value: { kind: 'secret' } }, plain('N', '5')],
    })
  })
})
