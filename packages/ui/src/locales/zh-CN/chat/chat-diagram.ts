import type { chatDiagram as english } from '../../en/chat/chat-diagram.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const chatDiagram = {
  show: '显示图表',
  drawing: '正在绘制…',
  code: '显示代码',
  name: '图表',
  drawn: '已显示图表。',
  enlarge: '放大查看图表',
  zoomIn: '放大',
  zoomOut: '缩小',
  zoom: '{{percent}}%',
  unreadable: '图表代码有错误。',
  tooSlow: '绘制此图表耗时过长，已停止。',
  tooLarge: '此图表过大，无法绘制。',
  hidden: '此代码含有不可见字符，因此不显示图表。',
  busy: '其他图表仍在绘制，请稍后再试。',
  failed: '无法绘制此图表。',
} satisfies TranslationOf<typeof english>
