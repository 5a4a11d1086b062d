import { Menu, nativeImage, Tray, type MenuItemConstructorOptions } from 'electron'
import icon from '../../../../../resources/icons/32x32.png?asset'
import type { TrayIcon } from '../tray/app-tray.ts'
import type { TrayAction, TrayModel } from '../tray/tray-menu.ts'
import type { Log } from '../log.ts'

/** Pixels, where the system does not scale the icon itself. */
const SIZE = 16

/** The icon in the system's tray; null where there is no tray. */
export function createTrayIcon(log: Log, onAction: (action: TrayAction) => void): TrayIcon | null {
  const tray = makeTray(log, () => onAction('show'))
  if (!tray) return null
  return {
    draw(model) {
      tray.setToolTip(model.tooltip)
      if (process.platform === 'darwin') tray.setTitle(model.waiting > 0 ? `${model.waiting}` : '')
      tray.setContextMenu(Menu.buildFromTemplate(itemsOf(model, onAction)))
    },
    remove: () => tray.destroy(),
  }
}

function makeTray(log: Log, onClick: () => void): Tray | null {
  try {
    const image = nativeImage.createFromPath(icon)
    const isScaled = process.platform === 'linux'
    const tray = new Tray(isScaled ? image : image.resize({ width: SIZE, height: SIZE }))
    // Elsewhere a click opens the menu.
    if (process.platform === 'win32') tray.on('click', onClick)
    return tray
  } catch (error) {
    log.warn(`There is no icon in the tray: ${String(error)}`)
    return null
  }
}

function itemsOf(
  { entries }: TrayModel,
  onAction: (action: TrayAction) => void,
): MenuItemConstructorOptions[] {
  return entries.map(({ action, label, enabled, checked }) => ({
    id: action,
    label,
    enabled,
    ...(checked === undefined ? {} : { type: 'checkbox' as const, checked }),
    click: () => onAction(action),
  }))
}
