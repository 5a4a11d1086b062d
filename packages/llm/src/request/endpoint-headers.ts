import type { Target } from '../target.ts'

/** The key, where each API wants it. */
export function headersFor(target: Target): Record<string, string> {
  if (target.kind === 'anthropic') {
    return { 'anthropic-version': '2023-06-01', 'x-api-key': target.key ?? '' }
  }
  // Bedrock's is added to what is sent.
  if (target.key === undefined || target.kind === 'amazon-bedrock') return {}
  if (target.kind === 'azure-openai') return { 'api-key': target.key }
  return target.kind === 'google'
    ? { 'x-goog-api-key': target.key }
    : { authorization: `Bearer ${target.key}` }
}
