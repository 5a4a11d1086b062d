import { useState } from 'react'
import { Button, Callout, CodeBlock, KeyValues, Sheet } from '../../src/kit/index.ts'
import { useLocalText } from '../story.tsx'

export function ReviewSheet() {
  const localized = useLocalText()
  const [open, setOpen] = useState(false)
  const command =
    '/usr/local/bin/npx -y @modelcontextprotocol/server-filesystem /home/ana/code /mnt/nas/drafts'
  return (
    <>
      <Button onClick={() => setOpen(true)}>{localized('Review sheet', '审核面板')}</Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={localized('Add filesystem', '添加 filesystem')}
        description={localized(
          'This is exactly what will run on your computer. Nothing has run yet.',
          '以下就是将在你电脑上运行的内容，目前尚未运行。',
        )}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{localized('Cancel', '取消')}</Button>
            <Button variant="primary" keys="Mod+Enter">
              {localized('Add and start', '添加并启动')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <CodeBlock label={localized('Command', '命令')} code={command} wrap />
          <KeyValues
            items={[
              {
                name: 'cwd',
                label: localized('Working directory', '工作目录'),
                value: '/home/ana',
              },
              {
                name: 'env',
                label: localized('Environment', '环境变量'),
                value: 'API_KEY, HTTP_PROXY',
              },
              {
                name: 'sandbox',
                label: localized('Sandbox', '沙盒'),
                value: localized('Off', '关闭'),
              },
            ]}
          />
          <Callout
            tone="warning"
            title={localized('Downloads a package each time it starts', '每次启动都会下载软件包')}
          >
            {localized(
              '“npx -y” runs whatever the registry holds at that moment. Pin a version to avoid surprises.',
              '“npx -y” 会运行当时仓库里的任何版本。固定版本可避免意外。',
            )}
          </Callout>
        </div>
      </Sheet>
    </>
  )
}
