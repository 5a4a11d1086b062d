import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  fixtureServerCommand,
  misbehavingServerCommand,
  startFakeModelEndpoint,
  type FakeModelRequest,
  type FakeStep,
} from '@gatehouse/testkit'
import { expect, type Gatehouse } from '../../launch.ts'
import { chat } from '../chat.ts'
import { consenting } from '../consent.ts'
import { connect, KEY } from '../models/models.ts'
import { request } from '../routes.ts'
import { addServer } from '../servers.ts'
import { allowNext } from '../tool-runs.ts'

const markdown = [
  '## What I found',
  'Three notes mention **Ada**, one of them *twice*. See [the manual](https://example.org/manual).',
  '',
  '1. First, `notes/plan.md`',
  '2. Then a list with 世界 and émigrés',
  '',
  '| Note | Size | Changed |\n|---|---:|---|\n| plan.md | 12 kB | today |\n| ideas.md | 1.4 MB | 3 May |',
  '',
  '```ts\nexport const answer = (question: string): number => question.length * 42\n```',
  '',
  '> Quoted: nothing is older than yesterday.',
].join('\n')

const call = (name: string, args: Record<string, string | number>) => ({
  name: `notes__${name}`,
  arguments: args,
})

/** One step per question of the world, told apart by its words. */
function answer({ lastUserText, toolResults }: FakeModelRequest): FakeStep {
  if (lastUserText.startsWith('Markdown'))
    return { reasoning: 'Look for Ada first.\nThen list.', text: markdown }
  if (lastUserText.startsWith('Broken off')) {
    return {
      text: 'It begins well and then something in between gives way.',
      fault: { kind: 'close', at: 'mid-text' },
    }
  }
  if (toolResults.length > 0) return { text: 'The note is written, and the disk is full.' }
  if (lastUserText.startsWith('Calls')) {
    return {
      text: 'I will look, and write.',
      toolCalls: [
        call('echo', { text: 'hello' }),
        call('image', {}),
        call('fail', { message: 'The disk is full.' }),
        call('add', { a: 19, b: 23 }),
      ],
    }
  }
  return {
    text: 'May I write it down?',
    toolCalls: [
      call('write-note', {
        title: 'Plan',
        text: 'Buy bread\nCall Ada\nHidden:\u200B\u202Ehere\u202C',
      }),
      call('hostile-text', {}),
    ],
  }
}

/** Servers, a model and chats in every state that a screen can show. Nothing is left running but asks. */
export async function buildScreenWorld(gatehouse: Gatehouse): Promise<void> {
  const { page } = gatehouse
  await addServer(
    page,
    fixtureServerCommand({ instructions: 'Ask before you overwrite a note.' }),
    { name: 'notes' },
  )
  await addServer(page, misbehavingServerCommand('well-behaved'), { name: 'calm server' })
  const stderr = 'Error: cannot find module "config"\n    at main (index.js:3)'
  await addServer(page, misbehavingServerCommand('exit-at-once', { exitCode: 3, stderr }), {
    name: 'exits',
    until: 'failed',
  })
  await addWorkspaces(gatehouse)
  const endpoint = await startFakeModelEndpoint({ key: KEY })
  endpoint.script('scripted', answer)
  await connect(page, { api: 'chat', url: endpoint.url, models: ['scripted', 'echo', 'caller'] })
  const open = chat(page)
  await open.send('Calls of every kind')
  for (let round = 0; round < 4; round += 1) await allowNext(page)
  await expect(open.answers.last()).toContainText('the disk is full.')
  for (const title of ['Markdown', 'Broken off', 'Waiting for a person']) {
    await open.startNew()
    await open.send(title)
    await expect.poll(async () => isOver(gatehouse, title)).toBe(true)
  }
}

/** One with a repository, a plain folder and one that is gone, and one without folders. */
async function addWorkspaces({ page, userData }: Gatehouse): Promise<void> {
  const paths = ['site', 'notes 2026', 'gone'].map((name) => join(userData, 'folders', name))
  for (const path of paths) mkdirSync(join(path, '.git'), { recursive: true })
  const [site = '', notes = '', gone = ''] = paths
  writeFileSync(join(site, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  rmSync(join(notes, '.git'), { recursive: true })
  const { id } = await request(page, 'workspace.create', { name: 'Website' })
  await consenting(page, request(page, 'workspace.add-folders', { id, paths }))
  const server = (await request(page, 'server.list', {}))[0]?.config.id ?? ''
  for (const path of [site, gone])
    await request(page, 'workspace.share', { id, path, serverId: server, shared: true })
  rmSync(gone, { recursive: true })
  await request(page, 'workspace.create', { name: 'Nothing yet' })
}

/** True if the chat is at rest: its turn is over or waits for a person. */
async function isOver({ page }: Gatehouse, title: string): Promise<boolean> {
  const found = (await request(page, 'chat.list', {})).find((one) => one.title === title)
  if (!found) return false
  const turn = (await request(page, 'chat.get', { id: found.id })).turns.at(-1)
  const asks = await request(page, 'ask.list', {})
  return turn !== undefined && (turn.status !== 'running' || asks.length === 2)
}
