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
  search: {
    title: '在注册表中搜索',
    note: '您输入的内容会发送到 {{host}}。任何人都可以在那里发布，请留意发布者。',
    do: '搜索',
    found_other: '找到 {{count}} 个服务器',
    copy: '无法连接 {{host}}。以下来自您之前的搜索，最早的是 {{date}}。',
  },
  way: { url: '在别处运行' },
  status: {
    deprecated: '注册表不建议使用此服务器。',
    deleted: '注册表已删除此服务器。',
  },
  proof: {
    none: '发布者未经证明',
    account: '发布者以此账户登录',
    domain: '拥有此域名',
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
