import {
  Menu,
  type BrowserWindow,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
} from 'electron'
import { menuLabels } from './menu-labels.ts'

/** Cut, copy and paste where there is text to edit or a selection; nothing anywhere else. */
export function showContextMenu(
  window: BrowserWindow,
  params: ContextMenuParams,
  locale: string,
): void {
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
        { role: 'cut', label: labels.cut, enabled: editFlags.canCut },
        copy,
        { role: 'paste', label: labels.paste, enabled: editFlags.canPaste },
        { type: 'separator' },
        { role: 'selectAll', label: labels.selectAll, enabled: editFlags.canSelectAll },
      ]
    : [copy]
  Menu.buildFromTemplate(items).popup({ window })
}
