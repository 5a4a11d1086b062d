import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'

export const providerHandlers = ({ providers }: Host): HandlersOf<'provider'> => ({
  'provider.list': () => providers.list(),
  'provider.discover': () => providers.discover(),
  'provider.test': (draft) => providers.test(draft),
  'provider.save': ({ draft, ...list }) => providers.save(draft, list),
  'provider.refresh': ({ id }) => providers.refresh(id),
  'provider.override': ({ model, override }) => providers.override(model, override),
  'provider.forget-learned': ({ model, change }) => providers.forgetLearned(model, change),
  'provider.remove': ({ id }) => providers.remove(id),
})
