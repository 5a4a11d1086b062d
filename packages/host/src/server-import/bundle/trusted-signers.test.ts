import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import type { BundleSignature } from '../../ports/index.ts'
import {
  createImportHarness,
  suggestedChoices,
  type ImportHarness,
} from '../../testing/import-harness.ts'

const PATH = '/home/ada/Downloads/server.mcpb'
const CERTIFICATE = 'a1'.repeat(32)
const YEAR = 365 * 86_400_000

let test: ImportHarness

beforeEach(() => {
  test = createImportHarness()
  test.harness.consent.decision = 'allow'
})

function put(name: string, certificate = CERTIFICATE, until = YEAR): void {
  const signature: BundleSignature = {
    state: 'valid',
    signer: 'Ada',
    certificate,
    validity: { from: 0, until },
  }
  test.harness.bundles.bundles.set(PATH, {
    folder: `/data/bundles/${name}`,
    workFolder: `/data/bundle-work/${name}`,
    sha256: name,
    manifest: JSON.stringify({
      manifest_version: '0.3',
      name,
      server: {
        type: 'node',
        entry_point: 'a.js',
        mcp_config: { command: 'node', args: [`${name}.js`] },
      },
    }),
    files: ['manifest.json', 'a.js'],
    size: 12,
    signature,
  })
}

async function read() {
  const { id } = await test.imports.open({ known: false })
  return test.imports.readFile(id, PATH)
}

const trustOf = async () => (await read()).files[0]?.bundle?.trust

async function add(name: string, chosen: string[]): Promise<void> {
  put(name)
  test.harness.consent.chosen = chosen
  const preview = await read()
  await test.host.serverChangeConsent.proposeImport(preview.id, suggestedChoices(preview), [])
}

it('a signer is trusted by a press in the review, for every later bundle with that certificate', async () => {
  put('one')
  expect(await trustOf()).toBe('unknown')
  await add('one', [])
  put('two')
  expect(await trustOf()).toBe('unknown')
  await add('two', [CERTIFICATE])
  put('three')
  expect(await trustOf()).toBe('trusted')
  const [signer] = test.host.settings().trustedSigners
  expect(signer).toMatchObject({ certificate: CERTIFICATE, name: 'Ada' })
  test.host.signers.forget(CERTIFICATE)
  expect(await trustOf()).toBe('unknown')
  proves('server.trusted-signers.pressed')
})

/**
 * @threat bundle.imitated-signer
 * @attacker file
 * @tries is signed with a certificate that has the name of a trusted signer, or with an expired one
 * @stoppedBy trust is kept by the SHA-256 of the certificate, given only for bundles in the review, and counts within
 * its validity
 * @remains A certificate that its owner revoked is still trusted: nothing is asked on the network.
 */
it('the same name with another certificate is unknown, and an expired certificate is not trusted', async () => {
  await add('one', [CERTIFICATE])
  put('two', 'b2'.repeat(32))
  expect(await trustOf()).toBe('unknown')
  put('three', CERTIFICATE, 500_000)
  expect(await trustOf()).toBe('expired')
  proves('server.trusted-signers.certificate')
})

/** @threat bundle.imitated-signer */
it('trusts nobody whose bundle is not in the review, and nobody when it is refused', async () => {
  await add('one', ['c3'.repeat(32)])
  test.harness.consent.decision = 'cancel'
  await add('two', [CERTIFICATE])
  test.harness.consent.decision = 'allow'
  await add('three', [])
  put('four', CERTIFICATE, 500_000)
  test.harness.consent.chosen = [CERTIFICATE]
  const preview = await read()
  await test.host.serverChangeConsent.proposeImport(preview.id, suggestedChoices(preview), [])
  expect(test.host.settings().trustedSigners).toEqual([])
})
