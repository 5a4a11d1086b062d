export const catalogue = {
  begin: '入门服务器',
  beginNote: '作者是谁，依据是什么',
  start: {
    files: { title: '文件', note: '读取和修改您的文件夹' },
    git: { title: 'Git', note: '历史、差异和提交' },
    memory: { title: '记忆', note: '在对话之间记住事实' },
    browser: { title: '浏览器', note: '打开网页并填写表单' },
    sqlite: { title: 'SQLite', note: '查询数据库文件' },
    pages: { title: '网页', note: '以文本形式获取网页' },
    time: { title: '时间', note: '日期和时区' },
    thinking: { title: '思考', note: '分步解决问题' },
  },
  maker: {
    mcp: { name: 'MCP 项目', proof: '依据 npm 作用域' },
    mcpByName: { name: 'MCP 项目', proof: '依据 PyPI 名称' },
    microsoft: { name: 'Microsoft', proof: '依据 npm 作用域' },
    unproved: { name: '未知', proof: '没有任何证明' },
  },
  input: {
    folders: '它可以读取和修改的文件夹',
    repository: '仓库文件夹',
    memoryFile: '用于记忆的文件。留空则使用它自己的文件。',
    database: '数据库文件',
  },
}
