import type { FakeModelApi } from '@gatehouse/testkit'
import { kindOf, KEY, modelApis } from '../../support/models/models.ts'
import { request } from '../../support/routes.ts'
import { modelNames } from '../generators/model-steps.ts'
import { markdownBomb, oddName } from '../generators/words.mjs'
import type { Random } from '../random.mjs'
import type { World } from '../world.ts'
import type { Action } from './action.ts'
import { consentingTo } from './consenting-to.ts'

/** A provider of this attack, connected if it is not there: `list` is the one whose lists are odd. */
async function provide(world: World, api: FakeModelApi, name: 'attack' | 'list'): Promise<string> {
  const { page } = world.subject
  const known = (await request(page, 'provider.list', {})).find(
    (provider) => provider.name === name,
  )
  if (known) return known.id
  const saved = await consentingTo(page, () =>
    request(page, 'provider.save', {
      draft: {
        kind: kindOf[api],
        name,
        baseUrl: `${world.endpoint.url}/v1`,
        key: KEY,
      },
      models: [{ id: 'hostile' }],
    }),
  )
  return saved.id
}

/** Makes the hostile model the one of new chats. */
export async function connectModel(world: World, api: FakeModelApi): Promise<void> {
  const providerId = await provide(world, api, 'attack')
  const defaultModel = { providerId, modelId: 'hostile' }
  await request(world.subject.page, 'app.change-settings', { defaultModel })
}

async function send(world: World, random: Random): Promise<string> {
  const { page } = world.subject
  const providerId = await provide(world, random.pick(modelApis), 'attack')
  const { id } = await request(page, 'chat.create', {})
  await request(page, 'chat.set-model', { id, model: { providerId, modelId: 'hostile' } })
  const text = random.chance(0.8) ? oddName(random) : markdownBomb(random)
  await request(page, 'chat.send', { id, text: `${text} go` })
  return id
}

async function typeMessage({ subject: { page } }: World, random: Random): Promise<string> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+1')
  const field = page.locator('[data-composer]').locator('visible=true').first()
  await field.fill(`${oddName(random)} go`, { timeout: 2000 })
  await field.press('Enter', { timeout: 2000 })
  return 'typed'
}

/** A list is taken, or refused in words: what the provider returns is the attack. */
async function listModels(world: World, random: Random): Promise<string> {
  const id = await provide(world, random.pick(modelApis), 'list')
  for (const name of modelNames(random)) world.models.push(name)
  const count = world.models.length
  try {
    const { models } = await request(world.subject.page, 'provider.refresh', { id })
    return `${models.length} of ${count} models`
  } finally {
    world.models.splice(1)
  }
}

export const modelActions: Action[] = [
  { name: 'send a message', weight: 18, run: send },
  { name: 'type a message', weight: 5, run: typeMessage },
  { name: 'list the models', weight: 2, run: listModels },
]
