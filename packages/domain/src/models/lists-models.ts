import type { ModelProviderKind } from './model.ts'

/** APIs that list to a key what can be deployed or enabled, not what its account can use: model ids are typed. */
const TYPED: ReadonlySet<ModelProviderKind> = new Set(['azure-openai', 'amazon-bedrock'])

/** True for an API that lists the models of a key. */
export const listsModels = (kind: ModelProviderKind): boolean => !TYPED.has(kind)
