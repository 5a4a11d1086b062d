import type { launchRisks as english } from '../../en/servers/launch-risks.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const launchRisks = {
  risk: {
    shell: '这是一个 shell，会执行参数中的任何内容：',
    elevated: '它要求管理员权限：',
    'deletes-files': '它可能删除文件：',
    'downloads-code': '它会下载要运行的代码：',
    'unpinned-package': '没有指定版本，运行的内容随时可能改变：',
    'code-not-pinned':
      '它运行的代码没有全部核对。能改动这些代码的人可以决定运行什么，而且不会再询问您：',
    'broad-directory': '此文件夹几乎包含您的全部文件：',
    'sensitive-directory': '此位置保存着密钥或系统设置：',
    'invisible-characters': '含有不可见字符，掩盖了真实内容：',
    'plain-http': '连接未加密，网络上的其他人可以读取和篡改：',
    'local-network': '这是局域网地址：',
    'credentials-in-url': 'URL 中含有用户名或密码：',
    'secret-in-arguments': '这看起来是明文密钥。请改为作为密钥保存：',
    'command-not-found': '在本机找不到此命令：',
    'decides-program': '此变量会影响运行的代码：',
    'reads-traffic': '这可能让其他人读取和篡改发送的内容：',
    'host-variable': '它会收到您的一个环境变量的值：',
    'project-runner':
      '会优先运行项目文件夹中的代码，可能并非您想运行的。能写入该文件夹的人可以决定运行什么：',
    'this-machine': '这是本机的地址：',
    'disguised-host': '实际主机与字面显示的不同：',
    'metadata-address': '在云主机上，此地址用于提供该主机的凭据：',
  },
  riskDetail: { is: '实际为：', receiver: '接收方：', found: '发现的项目代码：' },
  fileChange: {
    moved: '使用了另一个文件：',
    replaced: '内容已改变：',
    added: '新用到的文件：',
    gone: '文件已不存在：',
    path: '路径：',
    before: '之前：',
    after: '现在：',
  },
} satisfies TranslationOf<typeof english>
