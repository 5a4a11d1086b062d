import type { ModelProvider } from '@gatehouse/domain'
import type { SamplingPolicy, SamplingRule } from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'

/** The rule for a server without a policy. */
export const ASK_BOTH: SamplingRule = { kind: 'ask-both' }

/** A server by what of it a policy is bound to. */
export interface PolicySubject {
  id: string
  identity: string
}

/** The rule that holds for a server as it is now, and the policy that says so. */
export interface CurrentSamplingRule {
  rule: SamplingRule
  policy: SamplingPolicy | null
}

/** `never` holds for whatever the server has become; what allows something only for what it was. */
export function currentSamplingRule(
  { id, identity }: PolicySubject,
  { sampling, providers }: Pick<HostDependencies['stores'], 'sampling' | 'providers'>,
): CurrentSamplingRule {
  const policy = sampling.policies().find((one) => one.serverId === id) ?? null
  if (policy === null || isVoid(policy, { identity, providers: providers.list() }))
    return { rule: ASK_BOTH, policy: null }
  return { rule: policy.rule, policy }
}

/** The present state of the servers and models that a policy is bound to. */
interface Bound {
  identity: string
  providers: readonly ModelProvider[]
}

/** True if a policy no longer holds: the server changed, or a provider of its models. */
export function isVoid(policy: SamplingPolicy, { identity, providers }: Bound): boolean {
  if (policy.rule.kind === 'never') return false
  return policy.identity !== identity || !hasItsReceivers(policy, providers)
}

/**
 * True if each provider is the one that the person approved: a replaced one would get text not meant for it. A
 * removed provider passes, as it gets nothing. A removed one passes, as it gets nothing.
 */
function hasItsReceivers(
  { rule, receivers = [] }: SamplingPolicy,
  providers: readonly ModelProvider[],
): boolean {
  if (rule.kind !== 'budget') return true
  return rule.models.every(({ providerId }) => {
    const now = providers.find(({ id }) => id === providerId)
    const then = receivers.find((one) => one.providerId === providerId)
    return !now || (now.kind === then?.kind && now.baseUrl === then.baseUrl)
  })
}
