import type { firstRun as english } from '../en/first-run.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const firstRun = {
  label: '从这里开始',
  model: '连接模型',
  modelNote: '使用本机的模型，或通过 API 密钥使用其他模型。没有模型时，你可以自己运行工具。',
  modelOffer: '本机正在运行一个模型。',
  use: '使用 {{engine}} 的 {{model}}（本地）',
  other: '其他模型…',
  server: '添加服务器',
  serverNote: '为模型提供工具：文件、数据库、搜索、你自己的程序。',
  import: '导入…',
  importNote_other: '{{programs}} 中已配置 {{count}} 个服务器：{{names}}',
  dismiss: '关闭“{{card}}”',
} satisfies TranslationOf<typeof english>
