import type { ImportedBundle } from '@gatehouse/domain/launch'
import type { HostDependencies } from '../../dependencies.ts'
import type { BundleSignature } from '../../ports/index.ts'

type Dependencies = Pick<HostDependencies, 'clock' | 'events' | 'stores'>

/** Oldest ones are forgotten beyond it. */
const MAX_SIGNERS = 100

/** Signers of bundles whom the person trusts, each by the certificate: another one with the same name is another signer. */
export class TrustedSigners {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** The facts of a bundle with the trust in its signer at present. */
  judge(facts: ImportedBundle, validity: BundleSignature['validity']): ImportedBundle {
    const { certificate } = facts
    if (certificate === null || validity === null) return { ...facts, trust: 'unsigned' }
    const now = this.#deps.clock.now()
    if (now < validity.from || now > validity.until) return { ...facts, trust: 'expired' }
    const { trustedSigners } = this.#deps.stores.settings.load()
    const isTrusted = trustedSigners.some((one) => one.certificate === certificate)
    return { ...facts, trust: isTrusted ? 'trusted' : 'unknown' }
  }

  /** Trusts the signers of these bundles that the person chose, by their certificates; no other. */
  trust(bundles: readonly ImportedBundle[], chosen: readonly string[]): void {
    const { stores, clock, events } = this.#deps
    const settings = stores.settings.load()
    const signers = new Map(settings.trustedSigners.map((one) => [one.certificate, one]))
    const { size } = signers
    for (const { certificate, signer, trust } of bundles)
      if (certificate !== null && trust === 'unknown' && chosen.includes(certificate))
        signers.set(certificate, { certificate, name: signer ?? '', at: clock.now() })
    if (signers.size === size) return
    const next = { ...settings, trustedSigners: [...signers.values()].slice(-MAX_SIGNERS) }
    stores.settings.save(next)
    events.emit('settings.changed', next)
  }

  forget(certificate: string): void {
    const { stores, events } = this.#deps
    const settings = stores.settings.load()
    const trustedSigners = settings.trustedSigners.filter((one) => one.certificate !== certificate)
    if (trustedSigners.length === settings.trustedSigners.length) return
    const next = { ...settings, trustedSigners }
    stores.settings.save(next)
    events.emit('settings.changed', next)
  }
}
