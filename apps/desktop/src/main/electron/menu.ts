import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { menuLabels, type MenuLabels } from './menu-labels.ts'

type Items = MenuItemConstructorOptions[]

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** Sets the application's menu, in the language of `locale` (BCP 47). */
export function installMenu(locale: string): void {
  const labels = menuLabels(locale)
  const isMac = process.platform === 'darwin'
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' as const }] : []),
      { label: labels.file, submenu: fileItems(labels, isMac) },
      { label: labels.edit, submenu: editItems(labels) },
      { label: labels.view, submenu: viewItems(labels) },
      { label: labels.window, role: 'window', submenu: windowItems(labels) },
    ]),
  )
}

function fileItems(labels: MenuLabels, isMac: boolean): Items {
  return isMac
    ? [{ role: 'close', label: labels.closeWindow }]
    : [{ role: 'quit', label: labels.quit, accelerator: 'Ctrl+Q' }]
}

function editItems(labels: MenuLabels): Items {
  return [
    { role: 'undo', label: labels.undo },
    { role: 'redo', label: labels.redo },
    separator,
    { role: 'cut', label: labels.cut },
    { role: 'copy', label: labels.copy },
    { role: 'paste', label: labels.paste },
    { role: 'pasteAndMatchStyle', label: labels.pasteAsText },
    separator,
    { role: 'selectAll', label: labels.selectAll },
  ]
}

function viewItems(labels: MenuLabels): Items {
  const development: Items = [
    separator,
    { role: 'reload', label: labels.reload },
    { role: 'toggleDevTools', label: labels.developerTools },
  ]
  return [
    { role: 'resetZoom', label: labels.actualSize },
    { role: 'zoomIn', label: labels.zoomIn },
    // Zooms in without Shift on layouts where "+" needs it.
    { role: 'zoomIn', label: labels.zoomIn, accelerator: 'CmdOrCtrl+=', visible: false },
    { role: 'zoomOut', label: labels.zoomOut },
    separator,
    { role: 'togglefullscreen', label: labels.fullScreen },
    ...(app.isPackaged ? [] : development),
  ]
}

function windowItems(labels: MenuLabels): Items {
  return [
    { role: 'minimize', label: labels.minimize },
    { role: 'close', label: labels.closeWindow },
  ]
}
