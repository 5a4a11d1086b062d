import {
  startFakeModelEndpoint,
  type FakeModelEndpoint,
  type FakeScript,
  type FakeModelApi,
} from '@gatehouse/testkit'
import type { RouteInput } from '@gatehouse/contract'
import type { Page } from 'playwright-core'
import { expect } from '../../launch.ts'
import { consenting } from '../consent.ts'
import { request } from '../routes.ts'

export const KEY = 'sk-e2e-0123456789-abcdefghij'
export const modelApis = ['chat', 'messages'] as const satisfies FakeModelApi[]

/** The provider kind that speaks an API. */
export const kindOf = {
  chat: 'openai-compatible',
  azure: 'azure-openai',
  messages: 'anthropic',
  responses: 'openai-responses',
  gemini: 'google',
} as const satisfies Record<FakeModelApi, string>

/** A model endpoint with one scripted model, `scripted`, connected as the model of all chats. */
export async function connectScripted(
  page: Page,
  spec: FakeModelApi | KnownModel,
  script: FakeScript,
): Promise<FakeModelEndpoint> {
  const { api, ...facts } = typeof spec === 'string' ? { api: spec } : spec
  const endpoint = await startFakeModelEndpoint({ key: KEY })
  endpoint.script('scripted', script)
  await connect(page, { api, url: endpoint.url, models: ['scripted'], facts })
  return endpoint
}

/** Path prefix of the routes of an API. */
const paths: { [Api in FakeModelApi]?: string } = { gemini: 'v1beta', azure: 'openai' }

type ModelFacts = RouteInput<'provider.save'>['models'][number]

/** An API, and what the provider reports of the model. */
type KnownModel = { api: FakeModelApi } & Pick<ModelFacts, 'images' | 'sounds'>

interface Connected {
  api: FakeModelApi
  url: string
  models: string[]
  facts?: Pick<ModelFacts, 'images' | 'sounds'>
}

/** Saves a provider by the route that the dialog uses, and makes its first model the one of all chats. */
export async function connect(
  page: Page,
  { api, url, models, facts = {} }: Connected,
): Promise<void> {
  const saving = request(page, 'provider.save', {
    draft: {
      kind: kindOf[api],
      name: 'fake',
      baseUrl: `${url}/${paths[api] ?? 'v1'}`,
      key: KEY,
    },
    models: models.map((id) => ({ id, ...facts })),
  })
  const provider = await consenting(page, saving)
  const model = { providerId: provider.id, modelId: models[0] ?? '' }
  await request(page, 'app.change-settings', { defaultModel: model })
  // The chat that is open from the start was made before there was a model.
  await expect.poll(async () => (await request(page, 'chat.list', {})).length).toBeGreaterThan(0)
  for (const { id } of await request(page, 'chat.list', {})) {
    await request(page, 'chat.set-model', { id, model })
  }
  await expect(page.getByTestId('model-picker')).toContainText(model.modelId)
}

/** The bodies of all requests for an answer, as text: what the model was sent. */
export function requestTexts(endpoint: FakeModelEndpoint): string[] {
  return endpoint.requests.filter(({ method }) => method === 'POST').map(({ rawBody }) => rawBody)
}
