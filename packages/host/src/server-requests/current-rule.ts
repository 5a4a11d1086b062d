import type { SamplingPolicy, SamplingRule } from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'

/** What holds for a server without a policy. */
export const ASK_BOTH: SamplingRule = { kind: 'ask-both' }

/** A server by what of it a policy is bound to. */
export interface PolicySubject {
  id: string
  identity: string
}

/** The rule that holds for a server as it is now, and the policy that says so. */
export interface CurrentRule {
  rule: SamplingRule
  policy: SamplingPolicy | null
}

/** `never` holds for whatever the server has become; what allows something only for what it was. */
export function currentRule(
  { id, identity }: PolicySubject,
  { sampling }: Pick<HostDependencies['stores'], 'sampling'>,
): CurrentRule {
  const policy = sampling.policies().find((one) => one.serverId === id) ?? null
  if (policy === null || isVoid(policy, identity)) return { rule: ASK_BOTH, policy: null }
  return { rule: policy.rule, policy }
}

/** Whether a policy holds no more: the server is another one. */
export function isVoid(policy: SamplingPolicy, identity: string): boolean {
  return policy.rule.kind !== 'never' && policy.identity !== identity
}
