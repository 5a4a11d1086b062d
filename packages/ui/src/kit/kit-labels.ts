import { createContext, useContext } from 'react'

/** The few words of kit components themselves. Everything else comes in as props. */
export interface KitLabels {
  close: string
  copy: string
  copied: string
  clear: string
  loading: string
  required: string
  dismiss: string
  noMatches: string
  notifications: string
  tree: string
  raw: string
  expandAll: string
  collapseAll: string
  showMore: string
  showLess: string
  hiddenCharacter: string
  showList: string
  remove: string
  elapsed: string
  /** Beside text that is cut: how much is left. */
  moreCharacters: (count: number) => string
  /** On the button that shows it. */
  showMoreCharacters: (count: number) => string
  /** Below a long list of which only the first are drawn. */
  typeToFind: (shown: number) => string
}

export const englishKitLabels: KitLabels = {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  clear: 'Clear',
  loading: 'Loading',
  required: 'required',
  dismiss: 'Dismiss',
  noMatches: 'No matches',
  notifications: 'Notifications',
  tree: 'Tree',
  raw: 'Raw',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  showMore: 'Show more',
  showLess: 'Show less',
  hiddenCharacter: 'Invisible character',
  showList: 'Show list',
  remove: 'Remove',
  elapsed: 'Elapsed',
  moreCharacters: (count) => `${count} more characters`,
  showMoreCharacters: (count) => `Show more (${count} characters left)`,
  typeToFind: (shown) => `Up to ${shown} items are shown. Type to find others.`,
}

/** Decides how shortcuts are drawn: ⌘ on mac, Ctrl elsewhere. */
export type KitPlatform = 'mac' | 'other'

export interface KitContextValue {
  labels: KitLabels
  platform: KitPlatform
}

export const KitContext = createContext<KitContextValue>({
  labels: englishKitLabels,
  platform: 'other',
})

export function useKit(): KitContextValue {
  return useContext(KitContext)
}
