/** Actions of the tray's menu. None of them answers an ask. It decides nothing that waits. */
export type TrayAction = 'show' | 'quick' | 'show-waiting' | 'quiet' | 'quit'

export interface TrayEntry {
  action: TrayAction
  label: string
  enabled: boolean
  /** Present for what is on or off. */
  checked?: boolean
}

export interface TrayModel {
  tooltip: string
  /** Number of asks that wait. */
  waiting: number
  entries: TrayEntry[]
}

/** Words of the tray, which the renderer cannot show. */
const en = {
  show: 'Show Gatehouse',
  quick: 'Quick Ask',
  nothing: 'Nothing is waiting for you',
  waiting: (count: number) =>
    count === 1
      ? 'Show what is waiting for you (1 request)'
      : `Show what is waiting for you (${count} requests)`,
  tooltip: (count: number) =>
    count === 1 ? 'Gatehouse: 1 request is waiting' : `Gatehouse: ${count} requests are waiting`,
  quiet: 'Do Not Disturb',
  quit: 'Quit Gatehouse',
}

const zhCN: typeof en = {
  show: '显示 Gatehouse',
  quick: '快速提问',
  nothing: '没有等你处理的请求',
  waiting: (count) => `查看等你处理的请求（${count} 个）`,
  tooltip: (count) => `Gatehouse：${count} 个请求在等你`,
  quiet: '勿扰',
  quit: '退出 Gatehouse',
}

/** `locale` is a BCP 47 tag. No text of a server is in it. */
export function trayModel(
  { waiting, isQuiet }: { waiting: number; isQuiet: boolean },
  locale: string,
): TrayModel {
  const words = /^zh\b/i.test(locale) ? zhCN : en
  const isWaiting = waiting > 0
  return {
    tooltip: isWaiting ? words.tooltip(waiting) : 'Gatehouse',
    waiting,
    entries: [
      { action: 'show', label: words.show, enabled: true },
      {
        action: 'show-waiting',
        label: isWaiting ? words.waiting(waiting) : words.nothing,
        enabled: isWaiting,
      },
      { action: 'quick', label: words.quick, enabled: true },
      { action: 'quiet', label: words.quiet, enabled: true, checked: isQuiet },
      { action: 'quit', label: words.quit, enabled: true },
    ],
  }
}
