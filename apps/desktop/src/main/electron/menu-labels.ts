import { SPELLING_LIMITS } from '@gatehouse/domain/spelling-limits'

const MOST_WORDS = SPELLING_LIMITS.words.toLocaleString('en')

/** Words of the native menus, which the renderer cannot translate. */
const en = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  quit: 'Quit Gatehouse',
  closeWindow: 'Close Window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  pasteAsText: 'Paste as Plain Text',
  selectAll: 'Select All',
  noSuggestions: 'No Suggestions',
  addToDictionary: 'Add to Dictionary',
  dictionaryFull: `Dictionary Full (${MOST_WORDS} Words). Remove Words in Settings > General`,
  actualSize: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  fullScreen: 'Toggle Full Screen',
  minimize: 'Minimize',
  reload: 'Reload (development)',
  developerTools: 'Developer Tools (development)',
}

export type MenuLabels = typeof en

const zhCN: MenuLabels = {
  file: '文件',
  edit: '编辑',
  view: '视图',
  window: '窗口',
  quit: '退出 Gatehouse',
  closeWindow: '关闭窗口',
  undo: '撤销',
  redo: '重做',
  cut: '剪切',
  copy: '复制',
  paste: '粘贴',
  pasteAsText: '粘贴为纯文本',
  selectAll: '全选',
  noSuggestions: '没有建议',
  addToDictionary: '添加到词典',
  dictionaryFull: `词典已满（${MOST_WORDS} 个单词），请在“设置 > 通用”中移除单词`,
  actualSize: '实际大小',
  zoomIn: '放大',
  zoomOut: '缩小',
  fullScreen: '切换全屏',
  minimize: '最小化',
  reload: '重新加载（开发）',
  developerTools: '开发者工具（开发）',
}

/** `locale` is a BCP 47 tag; Chinese of any kind gets the Chinese words. */
export function menuLabels(locale: string): MenuLabels {
  return /^zh\b/i.test(locale) ? zhCN : en
}
