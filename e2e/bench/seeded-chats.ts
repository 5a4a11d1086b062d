/** Two chats of very different length in a profile, as the measurements of a chat find them. */
import { join } from 'node:path'
import type { Gatehouse } from '../launch.ts'
import { request } from '../support/routes.ts'
import { seedChat } from '../support/models/seed-chat.ts'

/** Turns have two messages each. */
export const SHORT = { title: 'short', turns: 5 }
export const LONG = { title: 'long', turns: 50_000 }

/** Makes both; resolves to the id of the long one. */
export async function seedChats(gatehouse: Gatehouse): Promise<string> {
  const ids: string[] = []
  for (const { title, turns } of [SHORT, LONG]) {
    const { id } = await request(gatehouse.page, 'chat.create', {})
    await request(gatehouse.page, 'chat.rename', { id, title })
    ids.push(id)
    await gatehouse.quit()
    seedChat(join(gatehouse.userData, 'gatehouse.db'), id, { turns, name: title })
    await gatehouse.restart()
  }
  return ids.at(-1) ?? ''
}
