import {
  GatehouseError,
  type DraftOAuthClient,
  type DraftTransport,
  type ServerConfig,
  type ServerDraft,
} from '@gatehouse/domain'
import {
  fillDraft,
  normaliseAddress,
  fileChanges,
  placeholdersOf,
  variableEffect,
  type LaunchReview,
  type NamedPackage,
} from '@gatehouse/domain/launch'
import type { HostDependencies } from '../dependencies.ts'
import { receiverDigest } from '../secrets/receiver-digest.ts'
import { inspectTransport } from './launch-inspection.ts'
import type { CurrentPlaceholders } from './launch-placeholders.ts'
import { checkLaunch } from '../supply-chain/check-packages.ts'
import { launchRisks } from './launch-risks.ts'

/** Milliseconds after which a review can no longer be saved, and is forgotten with the secrets that it holds. */
const LIFETIME_MS = 30 * 60_000

type Dependencies = Pick<
  HostDependencies,
  'connections' | 'ids' | 'clock' | 'timers' | 'digest'
> & {
  placeholders: CurrentPlaceholders
}

interface OpenReview {
  review: LaunchReview
  cancelExpiry: () => void
}

/** The launch reviews that were shown and not decided yet. */
export class LaunchReviews {
  readonly #open = new Map<string, OpenReview>()
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** Runs nothing. `existing`: the server that the draft changes. */
  async add(
    draft: ServerDraft,
    existing: ServerConfig | undefined,
    {
      installation,
      installationDiff,
      carriedSecrets = [],
      contents = [],
    }: Partial<Pick<LaunchReview, 'installation' | 'installationDiff' | 'carriedSecrets'>> & {
      contents?: readonly NamedPackage[]
    } = {},
  ): Promise<LaunchReview> {
    const { connections, ids, clock, timers, digest } = this.#deps
    const placeholders = placeholdersOf(draft.transport, this.#deps.placeholders)
    const filled = { ...draft, transport: fillDraft(draft.transport, placeholders) }
    const launch = await inspectTransport(filled.transport, connections, existing?.pin)
    // Of another launch, every file is another one: the launch itself shows that.
    const isSame =
      existing !== undefined && receiverDigest(existing, digest) === receiverDigest(draft, digest)
    const installed = installation && { package: installation.present, contents }
    const { risks, packageChecks } = checkLaunch(filled.transport, installed, { now: clock.now() })
    const review: LaunchReview = {
      id: ids.next(),
      draft: normaliseDraft(draft),
      resolution: launch?.resolution ?? null,
      risks: [...risks, ...launchRisks(filled, launch)],
      ...(packageChecks ? { packageChecks } : {}),
      pin: launch?.pin ?? null,
      ...(launch?.programs?.length ? { programs: launch.programs } : {}),
      ...(launch?.runtime ? { runtime: launch.runtime } : {}),
      fileChanges:
        isSame && existing.pin && launch?.pin ? fileChanges(existing.pin, launch.pin) : [],
      ...(placeholders.length > 0 ? { placeholders } : {}),
      ...(installation ? { installation } : {}),
      ...(installationDiff ? { installationDiff } : {}),
      ...(carriedSecrets.length > 0 ? { carriedSecrets } : {}),
      createdAt: clock.now(),
    }
    const cancelExpiry = timers.after(LIFETIME_MS, () => this.forget(review.id))
    this.#open.set(review.id, { review, cancelExpiry })
    return review
  }

  /** Can be used once, and not forever. Throws `server/review-expired`. */
  take(id: string): LaunchReview {
    const review = this.#get(id)
    this.forget(id)
    return review
  }

  /** Discards a review that no one decides about. */
  forget(id: string): void {
    this.#open.get(id)?.cancelExpiry()
    this.#open.delete(id)
  }

  /** A value as it was typed or imported. Throws `server/review-expired`, `server/value-not-here`. */
  valueOf(id: string, name: string): string {
    const { transport } = this.#get(id).draft
    const values = transport.kind === 'http' ? transport.headers : transport.env
    const value = values.find((one) => one.name === name)?.value
    if (typeof value === 'string') return value
    throw new GatehouseError(
      'server/value-not-here',
      `The value of ${name} is in the keychain and cannot be shown again. Enter a new value to replace it.`,
      { data: { name } },
    )
  }

  #get(id: string): LaunchReview {
    const review = this.#open.get(id)?.review
    if (review && this.#deps.clock.now() - review.createdAt <= LIFETIME_MS) return review
    this.forget(id)
    throw new GatehouseError(
      'server/review-expired',
      'This review was used or is too old. Read the server’s launch again, then save it.',
    )
  }
}

/** Nothing is shown, allowed or kept under the name of another host than the one that is reached. */
function normaliseDraft(draft: ServerDraft): ServerDraft {
  const { network, oauthClient: client } = draft
  const proxy = network?.proxy
  return {
    ...draft,
    transport: normaliseTransport(draft.transport),
    ...(network && typeof proxy === 'object'
      ? { network: { ...network, proxy: { ...proxy, url: normaliseAddress(proxy.url) } } }
      : {}),
    ...(client ? { oauthClient: normaliseIssuers(client) } : {}),
  }
}

function normaliseIssuers(client: DraftOAuthClient): DraftOAuthClient {
  const { issuer, provider } = client
  return {
    ...client,
    issuer: normaliseAddress(issuer),
    ...(provider ? { provider: { ...provider, issuer: normaliseAddress(provider.issuer) } } : {}),
  }
}

export function normaliseTransport(transport: DraftTransport): DraftTransport {
  return transport.kind === 'http'
    ? { ...transport, url: normaliseAddress(transport.url) }
    : transport
}

/** Throws `server/never-secret` for a hidden value that decides what runs. */
export function assertNothingHidden(transport: DraftTransport): void {
  if (transport.kind === 'http') return
  const names = transport.env
    .filter(({ name, secret }) => secret && variableEffect(name) !== null)
    .map(({ name }) => name)
  if (names.length === 0) return
  throw new GatehouseError(
    'server/never-secret',
    `${names.join(', ')} cannot be kept as a secret: it decides what runs, or who can read what is sent, so it has to be in plain sight.`,
    { data: { names } },
  )
}
