import { composerContext } from './composer-context.ts'
import type { composer as english } from '../en/composer.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const composer = {
  context: composerContext,
  toolSearch: {
    label: '按需搜索工具',
    note_other:
      '{{number}} 个工具的定义约占 {{tokens}} 个 token，因此模型会用 search_tools 查找所需的工具。始终提供：{{pinned}} 个。目前已找到：{{found}} 个。',
  },
  files: '添加文件',
  prompt: {
    button: '插入提示词',
    list: '提示词',
    loading: '正在从 {{servers}} 加载提示词…',
    none: '此对话正在运行的服务器没有提示词。',
    noMatch: '没有与“{{query}}”匹配的提示词。',
    failed: '未能从 {{servers}} 获取提示词：请求失败',
    form: '“{{title}}”的参数',
    insert: '插入',
  },
  resource: {
    button: '添加资源',
    list: '资源',
    loading: '正在从 {{servers}} 加载资源…',
    none: '此对话正在运行的服务器没有资源。',
    noMatch: '没有与“{{query}}”匹配的资源。',
    failed: '未能从 {{servers}} 获取资源：请求失败',
    form: '“{{title}}”的变量',
    insert: '添加',
  },
  entry: {
    loading: '正在查找工作区的文件夹…',
    failed: '未能搜索工作区的文件夹',
    more: '未列出全部文件：继续输入名称以缩小范围',
    secret: '可能含有密钥',
    hidden: '隐藏',
    names: '仅名称',
  },
  noServers: '此对话没有正在运行的服务器。',
  notRunning_other: '{{count}} 个服务器未运行',
  found_other: '{{count}} 项',
  more: '共 {{total}} 项，显示前 {{shown}} 项：继续输入以查找其他项',
  keys: { choose: '选择', attach: '添加', close: '关闭', next: '下一项', back: '返回' },
  close: '关闭',
  changedPrompt: {
    title: '{{server}} 的“{{name}}”有改动',
    note: '您曾于 {{at}} 发送过它。在您决定之前，不会发送任何内容。',
    noteAttached: '此对话中已添加了它，但文本或说明不同。在您决定之前，不会发送任何内容。',
    otherServer: '此后，服务器的程序或地址也发生了变化。',
    text: '相同参数得到的文本：之前与现在',
    definition: '它的说明和参数：之前与现在',
    gone: '之前的文本已不再保留。现在的文本如下：',
    further: '两段文本在更靠后的位置才有差异，此处未显示。',
    more_other:
      '另有 {{number}} 个字符可能存在差异，此处未显示。如需阅读，请点击上方的提示词名称。',
    meaning: {
      hidden: '文本中现在含有看不见的字符。',
      orders: '文本中新增了类似于对模型下达指令的文字。',
    },
    use: '按现在的内容使用',
    remove: '移除',
  },
  tray: {
    label: '附件',
    tokens: '约 {{tokens}} token',
    shortened: '仅发送部分内容',
    reading: '正在读取…',
    asking: '正在等待 {{server}}…',
    remove: '移除 {{name}}',
    retry: '重新添加 {{name}}',
    drop: '松开即可添加文件',
    tooMany: '一条消息最多 {{count}} 个附件，其余未添加。',
  },
} satisfies TranslationOf<typeof english>
