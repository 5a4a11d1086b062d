import {
  Menu,
  type BrowserWindow,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
} from 'electron'
import { menuLabels, type MenuLabels } from './menu-labels.ts'
import { HAS_OWN_SPELLING } from './spelling.ts'

/** Dependencies of the menu of a misspelled word. */
export interface WordMenu {
  suggest(word: string): Promise<string[]>
  /** From then on it is not misspelled. */
  add(word: string): void
  /** No more words can be added. */
  isFull(): boolean
}

/** Cut, copy and paste where there is text to edit or a selection; nothing anywhere else. */
export async function showContextMenu(
  window: BrowserWindow,
  params: ContextMenuParams,
  { locale, words }: { locale: string; words: WordMenu },
): Promise<void> {
  const { isEditable, selectionText, editFlags } = params
  if (!isEditable && selectionText.trim() === '') return
  const labels = menuLabels(locale)
  const copy: MenuItemConstructorOptions = {
    role: 'copy',
    label: labels.copy,
    enabled: editFlags.canCopy,
  }
  const items: MenuItemConstructorOptions[] = isEditable
    ? [
        ...(await wordItems(window, params, { labels, words })),
        { role: 'cut', label: labels.cut, enabled: editFlags.canCut },
        copy,
        { role: 'paste', label: labels.paste, enabled: editFlags.canPaste },
        { type: 'separator' },
        { role: 'selectAll', label: labels.selectAll, enabled: editFlags.canSelectAll },
      ]
    : [copy]
  if (!window.isDestroyed()) Menu.buildFromTemplate(items).popup({ window })
}

/** Menu items with suggestions for a misspelled word, and the way to keep it as it is. */
async function wordItems(
  window: BrowserWindow,
  { misspelledWord: word, dictionarySuggestions }: ContextMenuParams,
  { labels, words }: { labels: MenuLabels; words: WordMenu },
): Promise<MenuItemConstructorOptions[]> {
  if (word === '') return []
  const { webContents } = window
  const suggested = HAS_OWN_SPELLING ? dictionarySuggestions : await words.suggest(word)
  const add = (): void => {
    if (HAS_OWN_SPELLING) webContents.session.addWordToSpellCheckerDictionary(word)
    else words.add(word)
    // The mark goes with the text that has it.
    webContents.replaceMisspelling(word)
  }
  return [
    ...(suggested.length === 0
      ? [{ label: labels.noSuggestions, enabled: false }]
      : suggested.map((one) => ({
          // One of these alone would mark the letter that is pressed for the entry.
          label: one.replaceAll('&', '&&'),
          click: () => webContents.replaceMisspelling(one),
        }))),
    { type: 'separator' },
    !HAS_OWN_SPELLING && words.isFull()
      ? { label: labels.dictionaryFull, enabled: false }
      : { label: labels.addToDictionary, click: add },
    { type: 'separator' },
  ]
}
