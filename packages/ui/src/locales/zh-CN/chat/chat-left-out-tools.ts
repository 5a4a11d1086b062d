import type { chatLeftOutTools as english } from '../../en/chat/chat-left-out-tools.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const chatLeftOutTools = {
  summary_other: '{{count}} 个工具未提供给模型',
  tool: '{{tool}}（{{server}}）：{{why}}',
  unknownTool: '{{tool}}：{{why}}',
  show: '查看工具',
  faults: {
    name: '提供方不接受它的名称。',
    'same-name': '另一个工具使用了相同的名称。',
    'no-object': '它的输入 schema 不是 object 类型。',
    'parameter-name': '提供方不接受参数名“{{detail}}”。',
    'too-large': '它的输入 schema 过大。',
    'outside-reference': '它的输入 schema 引用了“{{detail}}”，而该内容不在 schema 中。',
    schema: '它的输入 schema 无法使用。',
    'too-much': '所有工具合起来超出了一次请求的大小。请在此对话中关闭部分服务器或工具。',
    'too-many': '提供方不接受一次请求中有更多工具。',
    refused: '提供方拒绝了它的定义。',
  },
} satisfies TranslationOf<typeof english>
