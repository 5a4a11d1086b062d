import { fixtureServerCommand } from '@gatehouse/testkit'
import { nightly } from './nightly.ts'
import { expect, test } from './launch.ts'
import { allow } from './support/consent.ts'
import { changeLanguage, inspect, resize } from './support/inspect.ts'
import { takePicture } from './support/results.ts'
import { addServer, openServer, waitForServer } from './support/servers.ts'
import { proves } from './proves.ts'

/** The fixture server behind a check of its key, with colours and a usage text, as many servers print them. */
function needsKey() {
  const { command, args } = fixtureServerCommand()
  const script = `
    if (!process.env.EXA_API_KEY) {
      console.error('\\x1b[33m[WARN] no configuration file was found, so the variables of the process count\\x1b[0m')
      console.error('\\x1b[31m[ERROR] EXA_API_KEY is required. Get one at dashboard.exa.ai\\x1b[0m')
      for (const line of ['Usage: exa-mcp-server [options]', '  --tools   comma-separated', '  --help    this text'])
        console.error(line)
      console.error(new Error('configuration').stack)
      process.exit(1)
    }
    import(${JSON.stringify(args[0])})`
  return { command, args: ['-e', script, ...args.slice(1)] }
}

test(
  'the doctor names a missing key, and its button leads to a server that runs',
  nightly('server.doctor.cause', 'server.doctor.steps', 'server.doctor.mended'),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const view = await addServer(page, needsKey(), { name: 'exa', until: 'failed' })
    await openServer(page, 'exa')
    const overview = page.getByRole('region', { name: 'Overview' })
    await expect(overview.getByText('exa needs EXA_API_KEY')).toBeVisible()
    proves('server.doctor.cause')
    const output = overview.getByRole('list', { name: 'Output' })
    const cause = output.getByRole('listitem').filter({ hasText: 'EXA_API_KEY is required' })
    await expect(cause).toHaveAttribute('aria-current', 'true')
    await expect(output).not.toContainText('U+001B')
    const steps = overview.getByRole('group', { name: 'What happened' }).getByRole('listitem')
    await expect(steps).toHaveCount(7)
    await expect(steps.nth(1)).toContainText('Runtime')
    await expect(steps.nth(4)).toHaveAttribute('aria-current', 'step')
    proves('server.doctor.steps')
    expect(await inspect(gatehouse, 'server-doctor')).toEqual([])
    await changeLanguage(page, 'zh-CN')
    await expect(page.getByText('exa 需要 EXA_API_KEY')).toBeVisible()
    await takePicture(page, 'server-doctor-zh')
    await changeLanguage(page, 'en')
    await resize(gatehouse, { width: 1280, height: 800 })

    await overview.getByRole('button', { name: 'Set EXA_API_KEY…' }).click()
    const value = page.getByLabel('Value of variable 1')
    await expect(value).toBeFocused()
    await expect(value).toHaveAttribute('type', 'password')
    await page.keyboard.type('a-made-up-key')
    await page.getByRole('button', { name: 'Review what will run' }).click()
    await allow(page)
    await waitForServer(page, view.config.id, 'ready')
    proves('server.doctor.mended')
  },
)
