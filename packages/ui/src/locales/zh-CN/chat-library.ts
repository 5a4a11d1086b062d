import type { chatLibrary as english } from '../en/chat-library.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const chatLibrary = {
  menu: '对话的更多操作',
  export: '导出',
  exportMarkdown: 'Markdown，便于阅读…',
  exportJson: 'JSON，可再次导入…',
  exported: '对话已导出',
  import: '导入对话…',
  imported: '对话已导入',
  importedFrom:
    '{{date}}从 {{name}} 导入。此处所说和所做的内容均以该文件为准。在您开启之前，服务器处于关闭状态。',
} satisfies TranslationOf<typeof english>
