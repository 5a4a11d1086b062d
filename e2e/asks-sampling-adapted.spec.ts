import { handwrittenServerCommand } from '@gatehouse/testkit'
import { nightly } from './nightly.ts'
import { expect, test } from './launch.ts'
import { proves } from './proves.ts'
import { findViolations } from './support/screens/accessibility.ts'
import { connectScripted } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { addServer } from './support/servers.ts'
import { allowNext } from './support/tool-runs.ts'

test(
  'the answer of a model says which parameters of the request it took otherwise',
  nightly('ask.sampling.adapted'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const { config } = await addServer(page, handwrittenServerCommand({ era: 'modern' }), {
      name: 'kitchen',
    })
    const endpoint = await connectScripted(page, 'messages', [{ text: 'Hello.' }])
    const id = (await request(page, 'chat.list', {}))[0]?.id ?? ''
    const call = { serverId: config.id, toolName: 'ask-sample', arguments: {} }
    await request(page, 'chat.run-tool', { id, ...call })
    await allowNext(page)
    const before = page.locator('[data-testid="ask-card"][data-kind="sampling-request"]')
    await before.getByRole('textbox', { name: 'Temperature' }).fill('1.5')
    const run = before.getByRole('button', { name: 'Run', exact: true })
    await expect(run).toBeEnabled()
    await run.press('Enter')
    const after = page.locator('[data-testid="ask-card"][data-kind="sampling-response"]')
    await expect(after).toContainText('Changed to what this model supports: Temperature (1).')
    const [asked] = endpoint.requests.filter(({ method }) => method === 'POST')
    expect(asked?.body).toMatchObject({ temperature: 1 })
    expect(await findViolations(page)).toEqual([])
    proves('ask.sampling.adapted')
    await endpoint.close()
  },
)
