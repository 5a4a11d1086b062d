import type { consent as english } from '../en/consent.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const consent = {
  cancel: '取消',
  readToEnd: '下方还有内容，请看完再决定。',
  nextPage: '下一页',
  unseen_other: '还有 {{count}} 处文本未完整显示。',
  showAll: '全部显示',
  launch: {
    newNote: '此服务器尚未运行。',
    changeNote: '更改尚未生效。保存后，正在运行的服务器会停止。',
    changes: '更改',
    part: {
      name: '名称',
      command: '命令',
      arguments: '参数',
      url: 'URL',
      directory: '工作目录',
      environment: '环境变量',
      headers: '请求头',
      connection: '连接',
      client: '登录',
    },
  },
  import: { subject_other: '要添加的 {{count}} 个服务器' },
  provider: {
    title: '将对话发送到新地址？',
    note: '尚未向此地址发送任何内容。',
    allow: '允许',
    address: '地址',
    before: '当前地址',
    receives: '此地址会收到',
    chats: '使用其模型的对话消息，以及其中的工具结果',
    key: '您输入的密钥',
    header: '请求头 {{name}}（值由您填写）',
    plain: '连接未加密，网络上的其他人可以读取和篡改发送的内容。',
    disguised: '实际主机与字面显示的不同。输入的是：',
    trust: '请仅在信任其运营者时允许。',
  },
  grant: {
    title: '允许直接运行，不再询问？',
    note: {
      chat: '此工具在此对话中运行时将不再逐次询问您。',
      workspace: '此工具在此工作区的所有对话中运行时都将不再逐次询问您。',
      always: '此工具在所有对话中运行时都将不再逐次询问您。',
    },
    allow: { chat: '在此对话中允许', workspace: '在此工作区中允许', always: '始终允许' },
    chat: '对话',
    workspace: '工作区',
    chats_other: '目前有 {{count}} 个对话',
    serverTitle: '服务器提供的标题',
    description: '服务器提供的说明',
    meaning: {
      chat: '何时运行、使用哪些参数由模型决定。服务器或工具定义发生变化时，以及在其他对话中，Gatehouse 会再次询问。',
      workspace:
        '何时运行、使用哪些参数由此工作区各对话的模型决定，之后移入的对话也包括在内。服务器或工具定义发生变化时，以及在其他对话中，Gatehouse 会再次询问。',
      always:
        '何时运行、使用哪些参数由各对话的模型决定。服务器或工具定义发生变化时，Gatehouse 会再次询问。',
    },
    risk: {
      destructive: '服务器声明它有破坏性：它可能更改或删除内容。',
      maybeDestructive: '它可能更改或删除内容：服务器没有就此作出声明。',
      openWorld: '服务器声明它与外部交互：它可能向外发送数据。',
      maybeOpenWorld: '它可能向外发送数据：服务器没有就此作出声明。',
    },
  },
  chatWorkspace: {
    title: '将此对话移到带有权限的工作区？',
    note: '在此工作区中，以下工具运行时不再逐次询问您。',
    chat: '对话',
    tools_other: '此工作区中已允许 {{count}} 个工具',
    meaning: '何时运行、使用哪些参数将由此对话的模型决定。把对话移出工作区，或撤销权限，即可结束。',
    allow: '移动对话',
  },
  readOnly: {
    title: '允许全部只读工具直接运行，不再询问？',
    note: {
      chat: '这些工具在此对话中运行时将不再逐次询问您。',
      workspace: '这些工具在此工作区的所有对话中运行时都将不再逐次询问您。',
      always: '这些工具在所有对话中运行时都将不再逐次询问您。',
    },
    claim: '“只读”由服务器自行声明，Gatehouse 无法核实。请仅在信任服务器的制作者时允许。',
    tools_other: '{{count}} 个工具，声明为只读且不与外部交互',
    others_other: '此服务器的其他 {{count}} 个工具不在其中。',
    meaning:
      '何时运行、使用哪些参数由模型决定。以后新增或声明有变的工具会再次询问；服务器的程序或地址发生变化时，全部会再次询问。',
    allow_other: '允许这 {{count}} 个工具',
  },
  sampling: {
    title: '减少对采样请求的询问？',
    note: '采样：此服务器会把自己编写的内容发给您的模型，请它回答。',
    before: '现在',
    after: '今后',
    rule: {
      never: '每个请求都会被拒绝。',
      'ask-both': '模型读取每个请求之前、服务器收到每个回答之前，都由您审阅。',
      'ask-before': '模型读取每个请求之前由您审阅。回答不经您审阅直接发给服务器。',
      budget:
        '在您的工具调用运行期间，服务器的请求会直接交给模型，回答会直接发给服务器，两者都不经您审阅，每日最多 {{tokens}} 个 token。',
    },
    models_other: '模型及请求的去向',
    cost: '问什么、问多少次由服务器决定。提供方可能对每个 token 收费。',
    limits:
      '以下情况仍会询问您：当日 token 可能不够；请求含图片或音频；并非由您的工具调用引起；同一次调用的请求超过 10 个。',
    meaning:
      '每个请求和回答都记录在“待办与记录”中。服务器的程序或地址发生变化时，会再次全部询问您。',
    allow: {
      never: '全部拒绝',
      'ask-both': '事前和事后都询问',
      'ask-before': '仅事前询问',
      budget: '在此额度内允许',
    },
  },
  link: {
    title: '在浏览器中打开此地址？',
    note: '打开地址时，其中的全部内容都会告知对方主机。',
    address: '完整地址',
    found: '地址中含有的对话文字',
    remember: '打开并记住此主机',
    allow: '在浏览器中打开',
    meaning:
      '记住 {{host}} 后，除含有对话文字的地址外，该主机的地址将直接打开。可在“设置”的“权限”中取消记住。',
    reason: {
      'found-text': '地址中含有此对话的文字，已在下方标出。',
      incomplete: '未能将此对话的全部内容与该地址比较。',
      'not-in-chat': '此对话中没有完全相同的地址。',
      'other-host': '链接文字写的是另一个网站。',
      hidden: '链接文字含有不可见字符。',
      punycode: '主机名中有些字母可能与其他字母相似。',
      query: '含有查询参数（“?”之后的部分）。',
      fragment: '含有片段（“#”之后的部分）。',
      'long-path': '路径较长。',
      'long-host': '主机名较长。',
    },
    from: {
      person: '您的消息或指令',
      model: '模型先前的回答',
      server: '服务器：{{server}}',
      file: '文件：{{file}}',
    },
    how: {
      encoded: '在地址中经过编码',
      reversed: '在地址中倒序书写',
      split: '分成多段',
    },
  },
  flow: {
    title: {
      allow: '以后不再询问，直接发送这类文本？',
      ask: '不再拒绝这类文本？',
      never: '拒绝这类文本？',
    },
    note: {
      server: '一个服务器提供的文本会随工具调用的参数发给另一个服务器。',
      files: '您附加的文件中的文本会随工具调用的参数发给一个服务器。',
    },
    from: '文本来自',
    files: '您附加的文件',
    to: '发往',
    before: '现在',
    after: '从现在起',
    rule: {
      allow: '您允许过的工具可直接发送这类文本，不再询问您。',
      ask: '每次都询问您，已获允许的工具也不例外。',
      never: '含有这类文本的调用会被拒绝，不再询问您。',
    },
    meaning: {
      server:
        '此规则在所有对话中适用于前者的任何文本和后者的任何工具。此规则不会授权任何工具，尚未允许的工具仍会照常询问。任何一方的程序或地址发生变化时，Gatehouse 会再次询问。',
      files:
        '此规则在所有对话中适用于您现在和以后附加的所有文件，以及该服务器的任何工具。此规则不会授权任何工具，尚未允许的工具仍会照常询问。该服务器的程序或地址发生变化时，Gatehouse 会再次询问。',
    },
    allow: { allow: '从现在起允许', ask: '每次询问', never: '拒绝' },
  },
  instructions: {
    title: '把这份说明提供给模型？',
    note: '在使用此服务器的对话中，每次请求都会附上这段文本。',
    risk: '它由服务器编写，模型往往会照做。Gatehouse 无法核实其内容。',
    before: '此前已允许的文本',
    text: '服务器的使用说明',
    meaning:
      '工具调用仍会照常询问。文本、服务器的程序或地址发生变化时，Gatehouse 会停止提供这份说明。',
    allow: '提供给模型',
  },
  network: {
    title: '更改网络连接方式？',
    subject: '模型，以及没有单独设置的服务器',
    before: '现在',
    after: '从现在起',
    proxyMeaning: '代理会知道连接了哪些地址，并能读取发送到 http:// 地址的内容。',
    authoritiesMeaning:
      '持有其中任一证书密钥的人，能读取和更改发送给模型和服务器的所有内容，包括 API 密钥和对话。',
    allow: '更改网络',
  },
  retention: {
    title_other: '删除早于 {{count}} 天的记录？',
    subject: '请求、决定和发送内容的记录',
    before: '现在',
    after: '从现在起',
    always: '保留每一条记录。',
    days_other: '删除早于 {{count}} 天的记录。',
    atOnce: '立即',
    nothingYet: '没有这么早的记录。',
    deletes_other: '删除 {{number}} 条记录。此操作无法撤销。',
    meaning: '如果以后需要，请先导出。每次删除都会留下一条记录，因此仍可检查其余记录。',
    allow: '删除旧记录',
  },
  folders: {
    title: '添加这些文件夹？',
    note: '这些文件夹不是您自己选择或拖入的。服务器可能会得知工作区中文件夹的路径。',
    allow_other: '添加 {{count}} 个文件夹',
  },
} satisfies TranslationOf<typeof english>
