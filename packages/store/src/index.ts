export {
  openStores,
  type OpenedStores,
  type OpenStoresOptions,
  type StoreNotice,
} from './open-stores.ts'
export type { StoreProblem } from './read-rows.ts'
