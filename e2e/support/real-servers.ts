import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, type Gatehouse } from '../launch.ts'
import { request } from './routes.ts'

/* What a person does with servers that others wrote, in either language. */

/** Words of the window that its parts are found by. */
export const words = {
  en: {
    followed: '· followed',
    unfollowed: '· not followed',
    changed: 'Changed since it was attached',
    readAgain: /^Read again: /,
    keep: /^Keep as it is: /,
    changedSince: 'Changed after reading',
    attachNew: 'Attach the new version',
    allowOnce: /^(?:Allow once|Write file|Edit file|Move file)/u,
    deny: 'Deny…',
    reason: /^Reason/,
  },
  'zh-CN': {
    followed: '· 已关注',
    unfollowed: '· 未关注',
    changed: '附加后已变更',
    readAgain: /^重新读取：/,
    keep: /^保持原样：/,
    changedSince: '读取后已变更',
    attachNew: '附加新版本',
    allowOnce: /^(?:允许一次|写入文件|修改文件|移动文件)/u,
    deny: '拒绝…',
    reason: /^原因/,
  },
}
export const languages = ['en', 'zh-CN'] as const
type Language = (typeof languages)[number]

/** Sends what is written, as soon as it can be sent. */
export async function send(page: Page, text: string): Promise<void> {
  const composer = page.getByTestId('composer')
  await composer.fill(text)
  await expect(page.getByTestId('send')).toBeEnabled()
  await composer.press('Enter')
  await expect(composer).toHaveValue('')
}

export const answers = (page: Page) => page.getByTestId('assistant-message')

/** The picture of the last call: drawn in the transcript, and its bytes as the record keeps them, in base64. */
export async function shownPicture({ page, userData }: Gatehouse, id: string): Promise<string> {
  const picture = (await openLastCall(page)).getByRole('img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((node) => (node as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(10)
  return keptMedia({ page, userData }, { id, type: 'image' })
}

/** The sound of the last call: it can be played in the transcript, and its bytes as the record keeps them. */
export async function shownSound({ page, userData }: Gatehouse, id: string): Promise<string> {
  const player = (await openLastCall(page)).locator('audio').first()
  await player.scrollIntoViewIfNeeded()
  await expect
    .poll(() => player.evaluate((node) => (node as HTMLAudioElement).duration))
    .toBeCloseTo(1)
  return keptMedia({ page, userData }, { id, type: 'audio' })
}

async function openLastCall(page: Page): Promise<Locator> {
  const call = page.getByTestId('tool-call').last()
  await expect(call).toHaveAttribute('data-status', 'done')
  const toggle = call.getByRole('button', { expanded: false }).first()
  if (await toggle.isVisible()) await toggle.click()
  return call
}

async function keptMedia(
  { page, userData }: Pick<Gatehouse, 'page' | 'userData'>,
  { id, type }: { id: string; type: 'image' | 'audio' },
): Promise<string> {
  const { turns } = await request(page, 'chat.get', { id })
  const calls = turns.flatMap(({ entries }) => entries).filter(({ kind }) => kind === 'tool-call')
  const last = calls.at(-1)
  const content = last?.kind === 'tool-call' ? (last.result?.content ?? []) : []
  const kept = content.flatMap((block) =>
    block.type === type && 'kept' in block ? [block.kept] : [],
  )[0]
  const hash = kept?.hash ?? ''
  return readFileSync(join(userData, 'blobs', hash.slice(0, 2), hash.slice(2))).toString('base64')
}

/** Lets the call that waits run. */
export async function allowOnce(page: Page, language: Language): Promise<void> {
  const button = page.getByRole('button', { name: words[language].allowOnce })
  await expect(button).toBeEnabled()
  await button.click()
}

export const chatOf = async (page: Page): Promise<string> =>
  (await request(page, 'chat.list', {}))[0]?.id ?? ''

/** A page on this computer, in one colour. */
export async function startSite() {
  let visits = 0
  const server = createServer((_request, response) => {
    visits += 1
    response.setHeader('content-type', 'text/html')
    response.end('<body style="background:#0b7a7a"><h1>Hello</h1></body>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    visits: () => visits,
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  }
}

/** Processes whose command names a path, by what runs in them. */
export function processesWith(path: string): string[] {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(path))
}
