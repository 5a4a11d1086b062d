import type { TranslationOf } from '../../translation-shape.ts'
import type { serverApps as english } from '../../en/servers/server-apps.ts'

export const serverApps = {
  tab: '界面',
  setting: '此服务器的界面',
  asGeneral: '与“设置”相同',
  asGeneralInline: '当前：在对话中显示',
  asGeneralText: '当前：显示为文本',
  inline: '在对话中显示，封闭：无网络，无权限',
  text: '将结果显示为文本',
  settingNote: '显示为文本立即生效。服务器在下次启动时得知。',
  none: '没有界面',
  noneNote: '此服务器没有声明界面的工具，也没有显示过界面。',
  address: '地址',
  tools: '工具',
  noTools: '目前没有',
  pinned: '固定的页面 (SHA-256)',
  notPinned: '尚未显示',
  size: '大小',
  drawn: '固定于',
  asksFor: '要求',
  given: '给予',
  nothing: '无',
  need: {
    camera: '摄像头',
    microphone: '麦克风',
    geolocation: '位置',
    clipboardWrite: '写入剪贴板',
  },
  calls_other: '在“活动”的最近记录中，此服务器的界面进行了 {{count}} 次调用。',
} satisfies TranslationOf<typeof english>
