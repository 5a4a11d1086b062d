import { useMemo } from 'react'
import type { KitLabels } from '../../kit/index.ts'
import { useT } from './i18n.ts'

/** The kit's own words in the language shown now: `<KitProvider labels={useKitLabels()}>`. */
export function useKitLabels(): KitLabels {
  const t = useT('common')
  return useMemo(
    () => ({
      close: t('kit.close'),
      copy: t('kit.copy'),
      copied: t('kit.copied'),
      clear: t('kit.clear'),
      loading: t('kit.loading'),
      required: t('kit.required'),
      dismiss: t('kit.dismiss'),
      noMatches: t('kit.noMatches'),
      notifications: t('kit.notifications'),
      tree: t('kit.tree'),
      raw: t('kit.raw'),
      expandAll: t('kit.expandAll'),
      collapseAll: t('kit.collapseAll'),
      showMore: t('kit.showMore'),
      showLess: t('kit.showLess'),
      hiddenCharacter: t('kit.hiddenCharacter'),
      showList: t('kit.showList'),
      remove: t('kit.remove'),
      elapsed: t('kit.elapsed'),
      moreCharacters: (count) => t('kit.moreCharacters', { count }),
      showMoreCharacters: (count) => t('kit.showMoreCharacters', { count }),
      typeToFind: (shown) => t('kit.typeToFind', { shown }),
    }),
    [t],
  )
}
