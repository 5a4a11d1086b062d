import type { chatProvenance as english } from '../../en/chat/chat-provenance.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const chatProvenance = {
  server: '将来自 {{from}} 的文本发给 {{to}}',
  file: '将你所附文件中的文本发给 {{to}}',
  places: '文本的来源',
  show: '在对话中显示来源',
  place: {
    plain: '{{argument}}，来自 {{label}}：“{{excerpt}}”',
    encoded: '{{argument}}，来自 {{label}}，经过编码：“{{excerpt}}”',
    reversed: '{{argument}}，来自 {{label}}，顺序颠倒：“{{excerpt}}”',
    split: '{{argument}}，来自 {{label}}，分成多段：“{{excerpt}}”',
  },
  spread: {
    plain: '来自 {{label}}：“{{excerpt}}”',
    encoded: '来自 {{label}}，经过编码且分成多段：“{{excerpt}}”',
    reversed: '来自 {{label}}，顺序颠倒且分成多段：“{{excerpt}}”',
    split: '来自 {{label}}，分成多段：“{{excerpt}}”',
  },
  more_other: '另有 {{count}} 处未列出。',
  leaves: '此调用将离开本机，发往 {{host}}。',
  incomplete: '此对话或这些参数过大，未能全部比对。',
  unread: '此对话读取过的一个文件现已无法打开，未参与比对。',
  allowedTool: '你已允许此工具。由于调用的内容，仍需询问你。',
  rule: {
    allow: '你允许此来源的文本直接发给此服务器，不再询问。',
    never: '你拒绝将此来源的文本发给此服务器。',
  },
  allow: '始终允许此来源',
  never: '一律拒绝此来源',
  refused: '你的数据流规则拒绝将此来源的文本发给此服务器。',
} satisfies TranslationOf<typeof english>
