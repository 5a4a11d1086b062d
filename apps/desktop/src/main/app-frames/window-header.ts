import { appHostText, hasAccess, type AppAccess } from '@gatehouse/domain/apps'
import { inertText } from '../notices/inert-text.ts'

/** Words of the windows of interfaces, which the renderer cannot draw. */
const en = {
  title: (tool: string, server: string) => `${tool} · interface of ${server}`,
  reach: (list: string) => `Has: ${list}`,
  sealed: 'Sealed: no network, no permissions',
  permissions: {
    camera: 'camera',
    microphone: 'microphone',
    clipboardWrite: 'writing to the clipboard',
  },
}

const zhCN: typeof en = {
  title: (tool, server) => `${tool} · ${server} 的界面`,
  reach: (list) => `可用：${list}`,
  sealed: '已封闭：无网络，无权限',
  permissions: { camera: '摄像头', microphone: '麦克风', clipboardWrite: '写入剪贴板' },
}

const MAX_NAME = 60
/** Height of the header in CSS pixels. */
export const HEADER_HEIGHT = 40
/** Marks of servers as in the app's own window (`tokens.css` of the interface). */
const HUES = {
  light: '#0b7a7a #a13a86 #9a5b00 #2f6fd0 #7247c8 #44761b #6b6a00 #52677f'.split(' '),
  dark: '#4fc7c4 #e08ac8 #f0b35a #82b1ff #b79cff #a3d177 #d3cf62 #a5bbd4'.split(' '),
}

export interface WindowNames {
  toolTitle: string
  serverName: string
  serverHue: number
  access: AppAccess
}

/** The title of the window, and the header above its view: texts of servers, as one line each. */
export function windowHeader(names: WindowNames, locale: string): { title: string; html: string } {
  const isChinese = /^zh\b/i.test(locale)
  const words = isChinese ? zhCN : en
  const { serverHue, access } = names
  const tool = inertText(names.toolTitle, MAX_NAME)
  const server = inertText(names.serverName, MAX_NAME)
  const list = [
    ...access.hosts.map((host) => appHostText(host)),
    ...access.permissions.map((name) => words.permissions[name]),
  ]
  const note = hasAccess(access) ? words.reach(list.join(isChinese ? '、' : ', ')) : words.sealed
  return {
    title: words.title(tool, server),
    html: [
      `<header class="hue-${serverHue % HUES.light.length}" lang="${isChinese ? 'zh-CN' : 'en'}">`,
      '<i class="mark"></i>',
      `<b class="server"><bdi>${server}</bdi></b><b><bdi>${tool}</bdi></b>`,
      `<span title="${note}">${note}</span></header>`,
    ].join(''),
  }
}

const hues = (of: readonly string[]): string =>
  of.map((colour, at) => `.hue-${at} { --mark: ${colour} }`).join('\n')

export const WINDOW_STYLES = `
html, body { margin: 0; height: 100%; overflow: hidden; color-scheme: light dark }
body { display: flex; flex-direction: column; background: #fbfbfa; color: #1d1d1b; font: 13px system-ui, sans-serif }
iframe { flex: 1; width: 100%; border: 0; display: block; background: transparent }
header { height: ${HEADER_HEIGHT}px; flex: none; box-sizing: border-box; display: flex; align-items: center; gap: 8px;
  padding: 0 14px; border-bottom: 1px solid #e5e4df; white-space: nowrap; overflow: hidden }
header b { font-weight: 600; overflow: hidden; text-overflow: ellipsis; flex: 0 1 auto }
header span { margin-left: auto; color: #5f5e59; overflow: hidden; text-overflow: ellipsis; min-width: 25% ; text-align: right }
.mark { width: 9px; height: 9px; border-radius: 3px; background: var(--mark); flex: none }
.server { color: var(--mark) }
${hues(HUES.light)}
@media (prefers-color-scheme: dark) {
  body { background: #161614; color: #ecebe6 }
  header { border-color: #2d2c29 }
  header span { color: #a6a59d }
  ${hues(HUES.dark)}
}
`
