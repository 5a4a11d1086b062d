import type { composerContext as english } from '../../en/chat/composer-context.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const composerContext = {
  title: '下一次请求',
  share: '上下文 {{percent}}%',
  nearlyFull: '上下文已用 {{percent}}%',
  tokens: '约 {{tokens}} 个 token',
  percent: '{{percent}}%',
  kinds: {
    system: '系统提示词',
    tools: '工具定义',
    messages: '较早的消息',
    results: '工具结果',
    attachments: '附件',
    draft: '此草稿',
  },
  total: '合计',
  window: '上下文窗口为 {{window}} 个 token，其中最多 {{answer}} 个用于回答。',
  windowAssumed:
    '上下文窗口（根据名称推测）为 {{window}} 个 token，其中最多 {{answer}} 个用于回答。',
  unknownWindow: '此模型的上下文窗口未知。',
  willLeaveOut_other: '为适应上下文，将省略最早的约 {{count}} 轮问答。',
  leavesOut_other: '省略了最早的 {{count}} 轮问答。固定的消息会尽量保留。',
  counted: '估算值，已按提供方上次的统计校正。',
  estimated: '估算值。',
  cost: '此对话目前的费用：{{cost}}',
  titled: '标题由 {{model}} 生成：输入 {{input}} 个 token，输出 {{output}} 个',
} satisfies TranslationOf<typeof english>
