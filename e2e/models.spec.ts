import { startBedrockEndpoint, startFakeModelEndpoint, type FakeStep } from '@gatehouse/testkit'
import { expect, test } from './launch.ts'
import { chat } from './support/chat.ts'
import { allow, consentText, consentWindow } from './support/consent.ts'
import { modelDialog } from './support/models/model-dialog.ts'
import { connect, connectScripted, KEY, requestTexts, modelApis } from './support/models/models.ts'
import { takePicture } from './support/results.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'

test('an OpenAI-compatible endpoint is connected by URL and key', async ({ gatehouse }) => {
  const { page } = gatehouse
  const endpoint = await startFakeModelEndpoint({ key: KEY, engine: 'hosted' })
  const dialog = modelDialog(page)
  await dialog.open()
  await dialog.enter({ url: `${endpoint.url}/v1`, key: KEY })
  await expect(dialog.dialog.getByLabel('API key', { exact: true })).toHaveAttribute(
    'type',
    'password',
  )
  await dialog.test()
  const asked = consentText(await consentWindow(page))
  await expect(asked).toContainText(`${endpoint.url}/v1`)
  await expect(asked).toContainText('The key you entered')
  expect(endpoint.requests).toEqual([])
  proves('model.openai.asked')
  await allow(page)
  await expect(
    dialog.dialog.getByRole('status').filter({ hasText: 'Connection works' }),
  ).toHaveText(/2 models found\./)
  proves('model.openai.connects')
  await dialog.connect({ allowed: true })
  await expect(page.getByTestId('model-picker')).toContainText('echo')
  await chat(page).send('Say it back')
  await expect(chat(page).answers).toContainText('Say it back')
  const sent = endpoint.requests.filter(({ path }) => path === '/v1/chat/completions')
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${KEY}`])
  expect(sent[0]?.body).toMatchObject({ model: 'echo', stream: true })
  proves('model.openai.answers')
})

test(
  'Anthropic is connected by key',
  nightly('model.anthropic.address', 'model.anthropic.answers'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await startFakeModelEndpoint({ key: KEY, engine: 'hosted' })
    const dialog = modelDialog(page)
    await dialog.open()
    await dialog.choose('Anthropic')
    await expect(dialog.dialog.getByRole('textbox', { name: 'URL' })).toHaveValue(
      'https://api.anthropic.com/v1',
    )
    proves('model.anthropic.address')
    await dialog.enter({ url: `${endpoint.url}/v1`, key: KEY })
    await dialog.connect()
    await chat(page).send('Say it back')
    await expect(chat(page).answers).toContainText('Say it back')
    const asked = endpoint.requests.filter(({ path }) => path === '/v1/messages')
    expect(asked.map(({ headers }) => headers['x-api-key'])).toEqual([KEY])
    expect(asked[0]?.headers['anthropic-version']).toBe('2023-06-01')
    proves('model.anthropic.answers')
  },
)

test(
  'Azure OpenAI is connected by endpoint, key and deployment',
  nightly('model.azure.typed', 'model.azure.answers'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await startFakeModelEndpoint({ key: KEY, engine: 'hosted' })
    endpoint.script('prod-gpt', [{ text: 'From the deployment.' }])
    const dialog = modelDialog(page)
    await dialog.open()
    await dialog.choose('Azure OpenAI')
    const url = dialog.dialog.getByRole('textbox', { name: 'URL' })
    await url.pressSequentially(`${endpoint.url}/openai/v1/`)
    await expect(url).toHaveValue(`${endpoint.url}/openai/v1/`)
    await dialog.dialog.getByRole('textbox', { name: 'API version' }).fill('2024-10-21')
    await dialog.dialog.getByLabel('API key', { exact: true }).fill(KEY)
    await dialog.test()
    await allow(page)
    await expect(
      dialog.dialog.getByRole('status').filter({ hasText: 'Connection works' }),
    ).toBeVisible()
    await takePicture(page, 'connect-azure')
    await dialog.dialog.getByRole('textbox', { name: 'Deployment names' }).fill('prod-gpt')
    proves('model.azure.typed')
    await dialog.connect({ allowed: true })
    await chat(page).send('Who answers?')
    await expect(chat(page).answers).toContainText('From the deployment.')
    const sent = endpoint.requests.filter(({ method }) => method === 'POST')
    expect(sent.map(({ path, query }) => path + query)).toEqual([
      '/openai/deployments/prod-gpt/chat/completions?api-version=2024-10-21',
    ])
    expect(sent[0]?.headers['api-key']).toBe(KEY)
    proves('model.azure.answers')
  },
)

test(
  'Amazon Bedrock is connected by region and an AWS access key, which signs',
  nightly('model.bedrock.typed', 'model.bedrock.signs'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const credentials = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const bedrock = await startBedrockEndpoint({ credentials })
    bedrock.script([
      { bytes: Buffer.from('{}'), contentType: 'application/json' },
      {
        events: [
          ['messageStart', { role: 'assistant' }],
          ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'From Bedrock.' } }],
          ['messageStop', { stopReason: 'end_turn' }],
          ['metadata', { usage: { inputTokens: 3, outputTokens: 4 } }],
        ],
      },
    ])
    const dialog = modelDialog(page)
    await dialog.open()
    await dialog.choose('Amazon Bedrock')
    const field = (name: string) => dialog.dialog.getByLabel(name, { exact: true })
    const url = dialog.dialog.getByRole('textbox', { name: 'URL' })
    await dialog.dialog.getByRole('textbox', { name: 'AWS region' }).fill('eu-central-1')
    await expect(url).toHaveValue('https://bedrock-runtime.eu-central-1.amazonaws.com')
    await url.fill(bedrock.url)
    await dialog.dialog.getByRole('radio', { name: 'AWS access key' }).click()
    await field('Access key ID').fill(credentials.accessKeyId)
    await field('Secret access key').fill(credentials.secretAccessKey)
    await takePicture(page, 'connect-bedrock')
    await dialog.test()
    await allow(page)
    await expect(
      dialog.dialog.getByRole('status').filter({ hasText: 'Connection works' }),
    ).toBeVisible()
    await dialog.dialog.getByRole('textbox', { name: 'Model IDs' }).fill('eu.amazon.nova-pro-v1:0')
    proves('model.bedrock.typed')
    await dialog.connect({ allowed: true })
    await chat(page).send('Who answers?')
    await expect(chat(page).answers).toContainText('From Bedrock.')
    expect(bedrock.requests.map(({ path }) => path)).toEqual([
      '/async-invoke?maxResults=1',
      '/model/eu.amazon.nova-pro-v1%3A0/converse-stream',
    ])
    const sent = bedrock.requests.at(-1)?.headers['authorization']
    expect(sent).toContain('/eu-central-1/bedrock/aws4_request')
    proves('model.bedrock.signs')
    await bedrock.close()
  },
)

for (const { provider, address, base, path, key } of [
  {
    provider: 'OpenAI',
    address: 'https://api.openai.com/v1',
    base: '/v1',
    path: '/v1/responses',
    key: { header: 'authorization', value: `Bearer ${KEY}` },
  },
  {
    provider: 'Google Gemini',
    address: 'https://generativelanguage.googleapis.com/v1beta',
    base: '/v1beta',
    path: '/v1beta/models/echo:streamGenerateContent',
    key: { header: 'x-goog-api-key', value: KEY },
  },
] as const)
  test(
    `${provider} is connected by key, and answers over its own API`,
    nightly(),
    async ({ gatehouse }) => {
      const { page } = gatehouse
      const endpoint = await startFakeModelEndpoint({ key: KEY, engine: 'hosted' })
      const dialog = modelDialog(page)
      await dialog.open()
      await dialog.choose(provider)
      await expect(dialog.dialog.getByRole('textbox', { name: 'URL' })).toHaveValue(address)
      await dialog.enter({ url: endpoint.url + base, key: KEY })
      await dialog.connect()
      await chat(page).send('Say it back')
      await expect(chat(page).answers).toContainText('Say it back')
      const asked = endpoint.requests.filter(({ method }) => method === 'POST')
      expect(asked.map((one) => one.path)).toEqual([path])
      expect(asked[0]?.headers[key.header]).toBe(key.value)
      await endpoint.close()
    },
  )

test(
  'a model server on this machine is found, and used when it is chosen',
  nightly('model.local.offered', 'model.local.answers'),
  async ({ launch }) => {
    const endpoint = await startFakeModelEndpoint({ engine: 'ollama', models: ['qwen3'] })
    const { page } = await launch({ env: { GATEHOUSE_LOCAL_PORTS: `ollama=${endpoint.port}` } })
    const offer = page.getByRole('button', { name: 'Use echo from Ollama (local)' })
    await expect(offer).toBeVisible()
    expect(
      endpoint.requests.map(({ method }) => method).filter((method) => method !== 'GET'),
    ).toEqual([])
    proves('model.local.offered')
    await offer.click()
    await expect(page.getByTestId('model-picker')).toContainText('echo')
    await chat(page).send('Hello')
    await expect(chat(page).answers).toContainText('Hello')
    proves('model.local.answers')
  },
)

test(
  'a refused key and an address where nothing responds are reported in words',
  nightly('model.failure.key', 'model.failure.unreachable'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const endpoint = await startFakeModelEndpoint({ key: KEY })
    const dialog = modelDialog(page)
    await dialog.open()
    await dialog.enter({ url: `${endpoint.url}/v1`, key: 'sk-wrong-key-of-the-test' })
    await dialog.test()
    await allow(page)
    const failure = dialog.dialog.getByRole('alert')
    await expect(failure).toContainText('The provider rejected the key.')
    await expect(dialog.dialog).not.toContainText('sk-wrong-key-of-the-test')
    proves('model.failure.key')
    await dialog.enter({ url: 'http://127.0.0.1:9/v1', key: KEY })
    await dialog.test()
    await allow(page)
    await expect(failure).toContainText('Could not reach the provider.')
    await expect(dialog.dialog.getByRole('textbox', { name: 'Model names' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog.dialog).toBeHidden()

    // The same in a chat, once the endpoint is gone.
    await connect(page, { api: 'chat', url: endpoint.url, models: ['echo'] })
    await endpoint.close()
    const open = chat(page)
    await open.send('Are you there?')
    await expect(open.transcript).toContainText('No answer. Could not reach the provider.')
    await expect(open.transcript.getByRole('button', { name: 'Retry' })).toBeVisible()
    proves('model.failure.unreachable')
  },
)

const half: FakeStep = {
  text: 'The first half and the second half of it.',
  chunkSize: 6,
  fault: { kind: 'close', at: 'mid-text' },
}

for (const api of modelApis) {
  test(
    `${api}: a stream that breaks keeps its text and can be continued`,
    api === 'messages' ? nightly(`model.failure.broken-${api}`) : {},
    async ({ gatehouse }) => {
      const { page } = gatehouse
      const endpoint = await connectScripted(page, api, [
        half,
        { text: 'Here is the rest.' },
        { fault: { kind: 'refuse', reason: 'key' } },
        { text: 'Second try.' },
      ])
      const open = chat(page)
      await open.send('Tell me both halves')
      await expect(open.transcript).toContainText('This answer was interrupted.')
      await expect(open.answers.first()).toContainText('The first half')
      await expect(open.answers.first()).not.toContainText('of it.')
      await open.transcript.getByRole('button', { name: 'Continue' }).click()
      await expect(open.answers.last()).toContainText('Here is the rest.')
      await expect(open.answers.first()).toContainText('The first half')
      expect(requestTexts(endpoint)[1]).toContain('The first')
      proves(`model.failure.broken-${api}`)

      await open.send('Once more')
      await expect(open.transcript).toContainText('No answer. The provider rejected the key.')
      await expect(open.transcript).not.toContainText(KEY)
      await expect(open.transcript.getByRole('button', { name: 'Enter the key' })).toBeVisible()
      await open.transcript.getByRole('button', { name: 'Retry' }).click()
      await expect(open.answers.last()).toContainText('Second try.')
    },
  )
}
