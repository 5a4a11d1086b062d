import type { ConsentBridge } from '@gatehouse/contract'
import { serverDraftSchema, type ConsentView } from '@gatehouse/domain'
import type { LaunchReview } from '@gatehouse/domain/launch'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { sampleReview } from '../lib/samples/sample-imports.ts'
import { ConsentApp } from './consent-app.tsx'

afterEach(cleanup)

const view: ConsentView = {
  id: 'c1',
  request: {
    kind: 'import',
    review: sampleReview,
    vault: { kind: 'keychain', name: 'Secret Service' },
  },
  locale: 'en',
  theme: 'light',
  platform: 'linux',
}

async function show(reveal: ConsentBridge['reveal']): Promise<void> {
  const bridge: ConsentBridge = {
    read: () => Promise.resolve(view),
    decide: () => Promise.resolve(true),
    reveal,
  }
  await act(async () => {
    render(<ConsentApp bridge={bridge} />)
    await Promise.resolve()
  })
}

async function press(name: string): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await Promise.resolve()
  })
}

/** @threat launch.hidden-import */
it('a hidden value is shown only when the person presses for it', async () => {
  const asked: unknown[] = []
  await show((id, value) => {
    asked.push({ id, ...value })
    return Promise.resolve('shown-on-request')
  })
  expect(screen.queryByText('shown-on-request')).toBeNull()
  await press('Show the value of GITHUB_PERSONAL_ACCESS_TOKEN')
  expect(await screen.findByText('shown-on-request')).toBeTruthy()
  expect(asked).toEqual([{ id: 'c1', serverId: 's2', name: 'GITHUB_PERSONAL_ACCESS_TOKEN' }])
})

it('a value that may not be shown stays hidden', async () => {
  await show(() => Promise.resolve(null))
  await press('Show the value of GITHUB_PERSONAL_ACCESS_TOKEN')
  expect(
    screen.getByRole('button', { name: 'Show the value of GITHUB_PERSONAL_ACCESS_TOKEN' }),
  ).toBeTruthy()
})

async function showArgument(argument: string): Promise<void> {
  await showLaunch([argument])
}

async function showLaunch(args: string[], found: Partial<LaunchReview> = {}): Promise<void> {
  const draft = serverDraftSchema.parse({
    name: 'files',
    transport: { kind: 'stdio', command: 'node', args: [], env: [] },
  })
  if (draft.transport.kind === 'stdio') draft.transport.args = args
  const review = {
    id: 'r1',
    draft,
    resolution: null,
    risks: [],
    pin: null,
    fileChanges: [],
    createdAt: 1,
    ...found,
  }
  const { vault } = view.request as Extract<ConsentView['request'], { kind: 'import' }>
  const bridge: ConsentBridge = {
    read: () =>
      Promise.resolve({ ...view, request: { kind: 'launch', review, changes: null, vault } }),
    decide: () => Promise.resolve(true),
    reveal: () => Promise.resolve(null),
  }
  await act(async () => {
    render(<ConsentApp bridge={bridge} />)
    await Promise.resolve()
  })
}

/** @threat shown.drawn-launch */
it.each([
  ['a very long argument', 'x'.repeat(1_300_000)],
  ['an argument of very many unseen characters', 'a\u200b'.repeat(5000)],
])('%s is drawn to its end before anything can be allowed', async (_, argument) => {
  await showArgument(argument)
  expect(screen.getByTestId('unseen').textContent).toBe('1 text is not fully shown yet.')
  expect(document.querySelector('[data-consent]')?.getAttribute('data-consent')).toBe('waiting')
  await press('Show all')
  expect(screen.queryByTestId('unseen')).toBeNull()
})

/** @threat shown.drawn-launch */
it('a CR in an argument is drawn, though a line break follows', async () => {
  await showArgument('a\r\nb')
  expect(screen.getByText('U+000D')).toBeTruthy()
})

const pinned = {
  size: 1,
  modifiedAt: 1,
  changedAt: 1,
  sha256: 'a'.repeat(64),
}

/** @threat consent.never-drawn */
it('the file behind a link, and each file that decides what runs, stands in plain sight', async () => {
  const path = '/opt/bin/github-mcp-server'
  await showLaunch(['server.js'], {
    resolution: { path, lookedIn: [] },
    pin: {
      files: [
        { ...pinned, role: 'program', named: 'node', path, realPath: '/tmp/evil-program' },
        { ...pinned, role: 'code', named: 'server.js', path: '/a', realPath: '/tmp/evil.js' },
      ],
    },
  })
  for (const text of [path, '/tmp/evil-program', '/tmp/evil.js'])
    expect(screen.getByText(text).closest('details')).toBeNull()
})

/** @threat launch.unpinned-code */
it('the program that a wrapper starts is shown with its file, arguments, folder and variables', async () => {
  await showLaunch(['-C', '/srv', '-u', 'B', 'A=2', 'run', '--all'], {
    programs: [
      {
        command: 'run',
        args: ['--all'],
        env: { A: '2' },
        cwd: '/srv',
        path: '/opt/bin/run',
      },
    ],
  })
  for (const text of ['/opt/bin/run', 'A=2', '/srv'])
    expect(screen.getAllByText(text).at(-1)?.closest('details')).toBeNull()
  expect(screen.getByText('Program that it starts')).toBeTruthy()
})

/** @threat consent.freeze */
it('a long launch is drawn in portions, and nothing can be allowed before its last', async () => {
  const waiting = vi.spyOn(globalThis, 'requestAnimationFrame')
  const frames: FrameRequestCallback[] = []
  waiting.mockImplementation((work) => frames.push(work))
  try {
    await showLaunch(Array.from({ length: 8 }, (_, at) => `${at} ${'x'.repeat(20_000)}`))
    const drawn = () => document.querySelectorAll('ol > li').length
    expect(drawn()).toBe(2)
    expect(screen.getByTestId('unseen').textContent).toBe('6 texts are not fully shown yet.')
    while (drawn() < 8) {
      const before = drawn()
      const turn = frames.splice(0)
      await act(async () => {
        for (const work of turn) work(0)
        await new Promise((resolve) => setTimeout(resolve))
      })
      expect(drawn() - before).toBe(2)
    }
    expect(screen.queryByTestId('unseen')).toBeNull()
  } finally {
    waiting.mockRestore()
  }
})

/** @threat consent.disguised-host */
it('what a server is reached at stands alone, before the whole address', async () => {
  const { vault } = view.request as Extract<ConsentView['request'], { kind: 'import' }>
  const request: ConsentView['request'] = {
    kind: 'provider',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com.evil.example/v1',
    written: 'api.openai.com\u3002evil.example',
    before: null,
    hasKey: true,
    headers: [{ name: 'x-team', isSecret: true }],
    vault,
  }
  await act(async () => {
    const bridge = { read: () => Promise.resolve({ ...view, request }) } as unknown as ConsentBridge
    render(<ConsentApp bridge={bridge} />)
    await Promise.resolve()
  })
  expect(screen.getByTestId('host').textContent).toBe('api.openai.com.evil.example')
  expect(screen.getByText('https://api.openai.com.evil.example/v1')).toBeTruthy()
  expect(screen.getByText('api.openai.com\u3002evil.example')).toBeTruthy()
})

it('lets a key that is held press a button once', async () => {
  await show(() => Promise.resolve(null))
  const button = screen.getByRole('button', { name: /^Cancel/ })
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false)
})
